/** The command on Node, with modules that are written for a bundler. */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { install, obstacle } from "./install.ts";
import { nodeBinary } from "./runtimes.ts";

const CONFIG = "export const config = { providers: [] };";
const ENV = { AUTH_SECRET: "pxG4w1QeT7zLk9BnV2yRs8MhJc5DfUaX6oYi", AUTH_URL: "https://app.example" };
const skip = obstacle ?? false;

if (obstacle === null) await install();

/** Runs `check --offline` of the packed command on a version of Node. */
async function checkOn(
  node: "node20" | "node22" | "node24",
  files: Readonly<Record<string, string>>,
): Promise<{ readonly out: string; readonly errors: string }> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-node-imports-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const modules = fileURLToPath(new URL(".work/runtimes/node_modules", root));
    await symlink(modules, join(folder, "node_modules"));
    const command = join(modules, "@latchkey/auth/src/cli/main.js");
    const { stdout, stderr } = await new Deno.Command(nodeBinary(node), {
      args: [command, "check", "--offline"],
      cwd: folder,
      clearEnv: true,
      env: ENV,
    }).output();
    const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [
      string,
      string,
    ];
    return { out, errors };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const TSCONFIG = `{
  // As create-next-app writes it: "@/*" is no comment.
  "compilerOptions": { "paths": { "@/*": ["./*"], "~lib/*": ["./src/lib/*"], }, /* the end */ },
}`;

const MODULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "an import without an extension": {
    "a.ts": "export const a: number = 1;",
    "auth.config.ts": 'import "./a";',
  },
  "an import of a folder": { "db/index.ts": "export {};", "auth.config.ts": 'import "./db";' },
  "an import of the JavaScript that TypeScript makes": {
    "a.ts": "export {};",
    "auth.config.ts": 'import "./a.js";',
  },
  "an import by `paths` of tsconfig.json": {
    "tsconfig.json": TSCONFIG,
    "lib/db.ts": 'import "@/lib/b";',
    "lib/b.ts": "export {};",
    "src/lib/c/index.ts": "export {};",
    "auth.config.ts": 'import "@/lib/db"; import "~lib/c";',
  },
  "an import that Node finds itself": { "a.mjs": "export {};", "auth.config.mjs": 'import "./a.mjs";' },
};

for (const [what, files] of Object.entries(MODULES)) {
  test(`check on Node loads a module with ${what}, and no warning of Node`, { skip }, async () => {
    const [file, text] = Object.entries(files).at(-1)!;
    const { out, errors } = await checkOn("node24", {
      "package.json": "{}",
      ...files,
      [file]: `${text}\n${CONFIG}`,
    });
    assert.match(out, new RegExp(`ok +file +${file}: `));
    assert.equal(errors, "");
  });
}

test("check on Node 22 prints no warning about types that it removes", { skip }, async () => {
  const { out, errors } = await checkOn("node22", { "package.json": "{}", "auth.config.ts": CONFIG });
  assert.match(out, /ok +file +auth\.config\.ts: /);
  assert.equal(errors, "");
});

test("check on Node passes on the warnings of the application itself", { skip }, async () => {
  const { errors } = await checkOn("node24", {
    "package.json": "{}",
    "auth.config.ts": `process.emitWarning("of my own"); ${CONFIG}`,
  });
  assert.match(errors, /Warning: of my own/);
});

test("check on Node names an import that no ending completes", { skip }, async () => {
  const { out } = await checkOn("node24", { "package.json": "{}", "auth.config.ts": 'import "./gone";' });
  assert.match(out.replaceAll(/\s+/g, " "), /imports ".*\/gone", and there is no such file/);
});

test("check on Node 20 loads JavaScript, and says how to load TypeScript", { skip }, async () => {
  const inJavaScript = await checkOn("node20", { "package.json": "{}", "auth.config.mjs": CONFIG });
  assert.match(inJavaScript.out, /ok +file +auth\.config\.mjs: /);
  const { out } = await checkOn("node20", { "package.json": "{}", "auth.config.ts": CONFIG });
  assert.match(out, /Node 20\.\d+\.\d+ cannot load auth\.config\.ts: it does not run TypeScript/);
  assert.match(out.replaceAll(/\s+/g, " "), /npx -y -p node@24 -p @latchkey\/auth latchkey check/);
});

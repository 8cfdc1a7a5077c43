/** The recipe for tests, on Node: the handler of an application there stands for that of any other. */

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { blocksOf } from "../docs/_blocks.ts";
import { install, obstacle } from "./install.ts";
import { nodeBinary } from "./runtimes.ts";

if (obstacle === null) await install();

const SIGN_IN = `
  import { openApp, origin } from "./test_app.ts";
  const { google, browser, session } = openApp();
  google.login({ sub: "1", name: "Grace", email: "grace@example.com", email_verified: true });
  const page = await browser.open(origin + "/auth/signin");
  await page.submit("/auth/signin/google");
  console.log((await session()).user.name);
`;

/** Runs a module beside the files of the recipe. */
async function run(module: string): Promise<{ readonly out: string; readonly errors: string }> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-testing-"));
  try {
    const text = await readFile(new URL("docs/recipes/testing.md", root), "utf8");
    for (const name of ["auth.ts", "test_app.ts"]) {
      const block = blocksOf(text).find(({ file }) => file === name);
      await writeFile(join(folder, name), block!.text);
    }
    await writeFile(join(folder, "main.mts"), module);
    await symlink(fileURLToPath(new URL(".work/runtimes/node_modules", root)), join(folder, "node_modules"));
    const { stdout, stderr } = await new Deno.Command(nodeBinary("node24"), {
      args: ["main.mts"],
      cwd: folder,
      clearEnv: true,
    }).output();
    const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
    return { out: out!, errors: errors! };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test(
  "the application of the recipe for tests signs a user in on Node",
  { skip: obstacle ?? false },
  async () => {
    const { out, errors } = await run(SIGN_IN);
    assert.equal(out, "Grace", errors);
  },
);

test("the handlers for Deno and Bun say on Node which setting is missing", {
  skip: obstacle ?? false,
}, async () => {
  for (const [name, entry] of [["DenoAuth", "deno"], ["BunAuth", "bun"]]) {
    const { errors } = await run(`
      import { ${name} } from "@latchkey/auth/${entry}";
      ${name}({ providers: [] }, () => new Response());
    `);
    assert.match(errors, /MissingSecret: .*set AUTH_SECRET/);
    assert.doesNotMatch(errors, /Deno may not read|ReferenceError/);
  }
});

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { VERSION } from "../../src/cli/version.ts";
import { chosenVersions } from "../_nightly.ts";
import { home, install, obstacle, versions } from "./install.ts";
import { bunBinary, nodeBinary, NODES } from "./runtimes.ts";

const built = fileURLToPath(new URL("../../npm/dist/package/", import.meta.url));
const tarball = fileURLToPath(new URL("../../npm/dist/latchkey-auth.tgz", import.meta.url));
const MAIN = "../node_modules/@latchkey/auth/src/cli/main.js";

const FILES: Readonly<Record<string, string>> = {
  ".env": "AUTH_SECRET=pxG4w1QeT7zLk9BnV2yRs8MhJc5DfUaX6oYi\nAUTH_URL=https://app.example\n" +
    "AUTH_GITHUB_ID=1\nAUTH_GITHUB_SECRET=secret-of-github\n",
  "auth.ts": `import type { AuthConfig } from "@latchkey/auth";
import { Memory } from "@latchkey/auth/adapters/memory";
import { GitHub } from "@latchkey/auth/providers/github";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";

const mail = Nodemailer({ server: "smtp://localhost:2525", from: "app@app.example" });
export const config = { providers: [GitHub, mail], adapter: Memory() } satisfies AuthConfig;
`,
};

/** The runtimes, and what `check` says of a config in TypeScript. */
const RUNTIMES: readonly (readonly [name: string, program: string, said: RegExp])[] = [
  [`Node ${versions.node20}`, nodeBinary("node20"), /wrong +file .*Node 20\.\S+ cannot load auth\.ts/],
  ...chosenVersions(NODES).filter((node) => node !== "node20").map((node) =>
    [
      `Node ${versions[node]}`,
      nodeBinary(node),
      /nodemailer \d+\.\d+\.\d+ is installed[^]*Nothing is wrong/,
    ] as const
  ),
  [`Bun ${versions.bun}`, bunBinary, /nodemailer \d+\.\d+\.\d+ is installed[^]*Nothing is wrong/],
];

for (const [name, program, said] of RUNTIMES) {
  test(`the command of the npm package makes a secret and checks a config on ${name}`, async (t) => {
    if (obstacle) {
      console.log(`skipped: the command on ${name}, as ${obstacle}`);
      return t.skip(obstacle);
    }
    await install();
    const cwd = await mkdtempIn(home);
    try {
      for (const [file, text] of Object.entries(FILES)) await writeFile(join(cwd, file), text);
      assert.match((await run(program, [MAIN, "secret"], cwd)).out, /^[\w-]{44}\n$/);
      const { out } = await run(program, [MAIN, "check", "--offline"], cwd);
      assert.ok(out.startsWith(`@latchkey/auth ${VERSION} on ${name}\n`), out);
      assert.match(out, said);
      await writeFile(join(cwd, "auth.mjs"), "process.exit(0);");
      assert.equal((await run(program, [MAIN, "check", "auth.mjs"], cwd)).code, 1);
    } finally {
      await rm(cwd, { recursive: true });
    }
  });
}

test("the command of the npm package checks a config in JavaScript on the oldest Node", async (t) => {
  if (obstacle) {
    console.log(`skipped: the command on the oldest Node, as ${obstacle}`);
    return t.skip(obstacle);
  }
  await install();
  const cwd = await mkdtempIn(home);
  await writeFile(join(cwd, ".env"), FILES[".env"]!);
  await writeFile(
    join(cwd, "auth.mjs"),
    'import { GitHub } from "@latchkey/auth/providers/github";\nexport const config = { providers: [GitHub] };\n',
  );
  const { out, code } = await run(nodeBinary("node20"), [MAIN, "check", "--offline"], cwd);
  await rm(cwd, { recursive: true });
  assert.match(out, /auth\.mjs: `config`[^]*\.env: 4 variables[^]*Nothing is wrong/);
  assert.equal(code, 0);
});

test("npm installs what the tarball has, with two packages, and npx runs its command by both names", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "latchkey-npx-"));
  await writeFile(join(cwd, "package.json"), "{}");
  const installed = await run(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", tarball],
    cwd,
  );
  assert.equal(installed.code, 0, installed.errors);
  assert.deepEqual(await namesIn(cwd), ["@latchkey/auth", "jose", "oauth4webapi"]);
  assert.deepEqual(await bytesOf(join(cwd, "node_modules/@latchkey/auth")), await bytesOf(built));
  assert.match((await run("npx", ["--no-install", "latchkey", "secret"], cwd)).out, /^[\w-]{44}\n$/);
  const { code, errors } = await run("npx", ["--no-install", "@latchkey/auth", "nonsense"], cwd);
  await rm(cwd, { recursive: true });
  assert.match(errors, /Cannot run "nonsense"/);
  assert.equal(code, 2);
});

/** The packages of a project, without hidden folders. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const paths = await readdir(join(folder, "node_modules"), { recursive: true });
  return paths.filter((path) => path.endsWith("/package.json")).map(dirname)
    .filter((path) => /^(@[^/]+\/)?[^/]+$|node_modules/.test(path)).sort();
}

/** Path → content of each file of a folder. */
async function bytesOf(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) =>
    join(parentPath, name)
  );
  const contents = files.sort().map(async (path) => [relative(folder, path), await readFile(path)] as const);
  return new Map(await Promise.all(contents));
}

async function mkdtempIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return await mkdtemp(join(folder, "cli-"));
}

async function run(program: string, args: readonly string[], cwd: string) {
  const { code, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  return { code, out, errors };
}

/**
 * The override of `@auth/core` by each package manager, as `docs/migration/overrides.md` says it, and both libraries in one
 * application.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { installTree, ourTarball, PEER, run } from "./_trees.ts";

/** How a project of one package manager is made. */
interface Manager {
  /** The program, below `node_modules` of the managers' own folder. */
  readonly run: readonly string[];
  /** Heading of its part of the page. */
  readonly heading: string;
}

/** What `which.mjs` needs. */
const EXPRESS = { "@auth/express": "0.12.3", "express": "5.3.0" };

/** What the other programs need, too. */
const ALL = { ...EXPRESS, "express4": "npm:express@4.22.1" };

const work = fileURLToPath(new URL(".work/compat/", root));
const page = await readFile(new URL("docs/migration/overrides.md", root), "utf8");
const { path: tarball, file } = await ourTarball();
const isLinux = Deno.build.target === "x86_64-unknown-linux-gnu";
if (!isLinux) console.log("skip: the override by Bun: its binary is taken for x64 Linux");

const managers = await installManagers();
const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: { run: ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"], heading: "npm" },
  pnpm: {
    run: ["node", `${managers}/pnpm/bin/pnpm.cjs`, "install", "--ignore-scripts"],
    heading: "pnpm",
  },
  "yarn 1": { run: ["node", `${managers}/yarn/bin/yarn.js`, "install", "--ignore-scripts"], heading: "Yarn" },
  "yarn 4": {
    run: ["node", `${managers}/@yarnpkg/cli-dist/bin/yarn.js`, "install", "--mode=skip-build"],
    heading: "Yarn",
  },
  ...isLinux &&
    { Bun: { run: [`${managers}/bun-bin/bin/bun`, "install", "--ignore-scripts"], heading: "Bun" } },
};

/** Which library `@auth/express` has got → a project that npm has installed. */
const byNpm = {
  "@latchkey/auth": await installOverridden("npm", { manager: MANAGERS.npm!, dependencies: ALL }),
  "@auth/core": await installBoth(),
};

for (const [name, manager] of Object.entries(MANAGERS)) {
  test(`the override of @auth/core by ${name} gives @auth/express our library, and nothing of theirs is left`, async () => {
    const folder = name === "npm"
      ? byNpm["@latchkey/auth"]
      : await installOverridden(name, { manager, dependencies: EXPRESS });
    const { core, providers } = JSON.parse(await run(folder, "node", ["which.mjs"]));
    assert.equal(core, "@latchkey/auth");
    assert.deepEqual(providers, ["credentials"]);
    assert.deepEqual(await copiesOfTheirs(folder), []);
  });
}

for (const version of ["4", "5"]) {
  for (const [library, folder] of Object.entries(byNpm)) {
    test(`the example of Auth.js for Express, in its own order, signs in on Express ${version} and ${library}`, async () => {
      const seen = JSON.parse(await run(folder, "node", ["session_first.mjs", version]));
      assert.deepEqual(seen, {
        library,
        before: "no one",
        providers: ["credentials"],
        after: "Ada",
        added: ["credentials", "late"],
        later: "Ada, admin",
        signedOut: "no one",
      });
    });
  }
}

test("without the override npm gives @auth/express the library of Auth.js", async () => {
  assert.equal(JSON.parse(await run(byNpm["@auth/core"], "node", ["which.mjs"])).core, "@auth/core");
});

test("both libraries in one application, with one secret, stay apart", async () => {
  assert.deepEqual(JSON.parse(await run(byNpm["@auth/core"], "node", ["side_by_side.mjs"])), {
    signedIn: ["Ada", "Ada"],
    accepted: [null, null],
    together: ["Ada", "Ada"],
    errors: [false, false],
    markers: [false, false],
  });
});

/** The package managers, from npm. */
async function installManagers(): Promise<string> {
  const folder = await installTree({
    name: "managers",
    packages: {
      "@yarnpkg/cli-dist": "4.18.1",
      "pnpm": "10.34.8",
      "yarn": "1.22.22",
      ...isLinux && { "bun-bin": "npm:@oven/bun-linux-x64@1.4.4" },
    },
  }, "theirs");
  return `${folder}/node_modules`;
}

/** A project with Express, `@auth/express` and the override. @returns Its folder. */
async function installOverridden(
  name: string,
  { manager, dependencies }: { readonly manager: Manager; readonly dependencies: object },
): Promise<string> {
  const folder = await makeProject(name, dependencies);
  await addOverride(folder, manager);
  await install(folder, manager);
  return folder;
}

/** A project without the override, and with our library beside theirs. @returns Its folder. */
async function installBoth(): Promise<string> {
  const folder = await makeProject("both", { ...ALL, "@auth/core": PEER, "@latchkey/auth": `file:${file}` });
  await install(folder, MANAGERS.npm!);
  return folder;
}

/** A project with our tarball in it. @returns Its folder. */
async function makeProject(name: string, dependencies: object): Promise<string> {
  const folder = `${work}overrides/${name.replaceAll(" ", "-")}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(fileURLToPath(new URL("npm/compat/overrides/", root)), folder, { recursive: true });
  await cp(tarball, `${folder}/${file}`);
  await writeJson(`${folder}/package.json`, { private: true, type: "module", dependencies });
  if (name === "yarn 4") {
    await writeFile(`${folder}/.yarnrc.yml`, "nodeLinker: node-modules\nenableTelemetry: false\n");
    // Otherwise it looks for a project in the folders above.
    await writeFile(`${folder}/yarn.lock`, "");
  }
  return folder;
}

/** Does what the page says below the heading of the package manager, with our tarball for the published version. */
async function addOverride(folder: string, { heading }: Manager): Promise<void> {
  const part = page.split(/^### /m).find((text) => text.startsWith(`${heading}\n`));
  const [, target, code] = /\*\*([\w.-]+)\*\*:\n\n```\w+\n([^]*?)^```/m.exec(part ?? "") ?? [];
  assert.ok(target && code, `docs/migration/overrides.md has no override for ${heading}`);
  const text = code.replaceAll("npm:@latchkey/auth@0.1.0", `file:./${file}`);
  assert.notEqual(text, code, "the override names no version of @latchkey/auth");
  if (target !== "package.json") return await writeFile(`${folder}/${target}`, text);
  const manifest = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  await writeJson(`${folder}/package.json`, { ...manifest, ...JSON.parse(text) });
}

async function install(folder: string, { run: [program, ...args] }: Manager): Promise<void> {
  await run(folder, program!, args, { CI: "1", YARN_ENABLE_IMMUTABLE_INSTALLS: "false" });
}

/** Folders in which the library of Auth.js is installed. */
async function copiesOfTheirs(folder: string): Promise<readonly string[]> {
  const found = await run(folder, "find", ["node_modules", "-path", "*/@auth/core/package.json"]);
  const paths = found.split("\n").filter(Boolean);
  const names = await Promise.all(
    paths.map(async (path) => [path, await nameIn(`${folder}/${path}`)] as const),
  );
  return names.filter(([, name]) => name === "@auth/core").map(([path]) => path);
}

async function nameIn(path: string): Promise<string> {
  return JSON.parse(await readFile(path, "utf8")).name;
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, JSON.stringify(value, null, 2));
}

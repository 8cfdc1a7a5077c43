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
import { exceptAtNight, isNightly } from "../_nightly.ts";
import { bunBinary, hasBun } from "../_packages.ts";
import { installTree, ourTarball, run } from "./_trees.ts";

/** How a project of one package manager is made. */
interface Manager {
  /** The program that installs, and its arguments. */
  readonly run: readonly string[];
  /** Heading of its part of the page. */
  readonly heading: string;
}

/** Packages that `which.mjs` imports. */
const WHICH = { "@auth/express": "0.12.3", "express": "5.3.0" };

/** Packages that the other programs import. */
const EXPRESS = { ...WHICH, "express4": "npm:express@4.22.1" };

const work = fileURLToPath(new URL(".work/compat/", root));
const page = await readFile(new URL("docs/migration/overrides.md", root), "utf8");
const { path: tarball, file } = await ourTarball();
if (!hasBun) console.log("skip: the override by Bun: its binary is taken for x64 Linux");

/** Packages of the managers that only the nightly run installs. */
const managers = `${work}managers/theirs/node_modules`;
if (isNightly) await installManagers();

const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    run: ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    heading: "npm",
  },
  ...hasBun && { Bun: { run: [bunBinary, "install", "--ignore-scripts"], heading: "Bun" } },
};

/** Managers with which only the nightly run installs. */
const AT_NIGHT: Readonly<Record<string, Manager>> = {
  pnpm: {
    run: ["node", `${managers}/pnpm/bin/pnpm.cjs`, "install", "--ignore-scripts"],
    heading: "pnpm",
  },
  "yarn 1": { run: ["node", `${managers}/yarn/bin/yarn.js`, "install", "--ignore-scripts"], heading: "Yarn" },
  "yarn 4": {
    run: ["node", `${managers}/@yarnpkg/cli-dist/bin/yarn.js`, "install", "--mode=skip-build"],
    heading: "Yarn",
  },
};

/** Which library `@auth/express` has got → a project. */
const projects = {
  "@latchkey/auth": await installTree({ name: "express", files: "overrides", packages: EXPRESS }, "ours"),
  "@auth/core": await installTree({
    name: "express",
    files: "overrides",
    packages: { ...EXPRESS, "@latchkey/auth": `file:${file}` },
  }, "theirs"),
};

for (const [name, manager] of Object.entries({ ...MANAGERS, ...AT_NIGHT })) {
  const skip = name in AT_NIGHT && exceptAtNight;
  test(
    `the override of @auth/core by ${name} gives @auth/express our library, and nothing of theirs is left`,
    {
      skip,
    },
    async () => {
      const folder = await makeProject(name);
      await addOverride(folder, manager);
      await install(folder, manager);
      const { core, providers } = JSON.parse(await run(folder, "node", ["which.mjs"]));
      assert.equal(core, "@latchkey/auth");
      assert.deepEqual(providers, ["credentials"]);
      assert.deepEqual(await copiesOfTheirs(folder), []);
    },
  );
}

test("the page names the version of our package in the override of each package manager", () => {
  for (const manager of Object.values({ ...MANAGERS, ...AT_NIGHT })) overrideOf(manager);
});

for (const version of ["4", "5"]) {
  for (const [library, folder] of Object.entries(projects)) {
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

test("without the override @auth/express gets the library of Auth.js", async () => {
  assert.equal(JSON.parse(await run(projects["@auth/core"], "node", ["which.mjs"])).core, "@auth/core");
});

test("both libraries in one application, with one secret, stay apart", async () => {
  assert.deepEqual(JSON.parse(await run(projects["@auth/core"], "node", ["side_by_side.mjs"])), {
    signedIn: ["Ada", "Ada"],
    accepted: [null, null],
    together: ["Ada", "Ada"],
    errors: [false, false],
    markers: [false, false],
  });
});

async function installManagers(): Promise<void> {
  const packages = { "@yarnpkg/cli-dist": "4.18.1", "pnpm": "10.34.8", "yarn": "1.22.22" };
  await installTree({ name: "managers", packages }, "theirs");
}

/** A project with `@auth/express` and our tarball in it. @returns Its folder. */
async function makeProject(name: string): Promise<string> {
  const folder = `${work}overrides/${name.replaceAll(" ", "-")}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(fileURLToPath(new URL("npm/compat/overrides/", root)), folder, { recursive: true });
  await cp(tarball, `${folder}/${file}`);
  await writeJson(`${folder}/package.json`, { private: true, type: "module", dependencies: WHICH });
  if (name === "yarn 4") {
    await writeFile(`${folder}/.yarnrc.yml`, "nodeLinker: node-modules\nenableTelemetry: false\n");
    // Otherwise it looks for a project in the folders above.
    await writeFile(`${folder}/yarn.lock`, "");
  }
  return folder;
}

/** The override for a package manager, as the page has it: a file and its text, with our tarball for our version. */
function overrideOf({ heading }: Manager): { readonly target: string; readonly text: string } {
  const part = page.split(/^### /m).find((text) => text.startsWith(`${heading}\n`));
  const [, target, code] = /\*\*([\w.-]+)\*\*:\n\n```\w+\n([^]*?)^```/m.exec(part ?? "") ?? [];
  assert.ok(target && code, `docs/migration/overrides.md has no override for ${heading}`);
  const text = code.replaceAll("npm:@latchkey/auth@0.1.0", `file:./${file}`);
  assert.notEqual(text, code, "the override names no version of @latchkey/auth");
  return { target, text };
}

async function addOverride(folder: string, manager: Manager): Promise<void> {
  const { target, text } = overrideOf(manager);
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

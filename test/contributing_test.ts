/** The files for contributors that an editor or GitHub reads: settings, container and forms. */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../tools/exports.ts";
import { versions } from "./runtimes/install.ts";

const read = (file: string) => readFile(new URL(file, root), "utf8");
const forms = await readdir(new URL(".github/ISSUE_TEMPLATE/", root));

test(".vscode/settings.json switches Deno off in the folders of Node, and only there", async () => {
  const settings: Record<string, unknown> = JSON.parse(await read(".vscode/settings.json"));
  const disabled = settings["deno.disablePaths"];
  assert.ok(Array.isArray(disabled));
  const packages = (await Promise.all(["examples", "npm"].map(packagesIn))).flat();
  assert.ok(packages.length > 10);
  const isDisabled = (path: string) =>
    disabled.some((folder) => path === folder || path.startsWith(`${folder}/`));
  assert.deepEqual(packages.filter((path) => !isDisabled(path)), []);
  const made = ["npm/dist"];
  assert.deepEqual(
    disabled.filter((folder) => !existsSync(new URL(folder, root)) && !made.includes(folder)),
    [],
  );
  for (const folder of ["src", "test", "tools", "examples/deno", "examples/integration", "npm/build.ts"]) {
    assert.ok(!isDisabled(folder), folder);
  }
});

test(".devcontainer has the versions of Node and Deno, and the programs, of CI", async () => {
  const [dockerfile, script] = await Promise.all([read(".devcontainer/Dockerfile"), read(".ci/run")]);
  assert.match(dockerfile, new RegExp(`^FROM node:${versions.node24.replaceAll(".", "\\.")}-`, "m"));
  const deno = /deno@(\d+\.\d+\.\d+)/;
  assert.ok(deno.test(script));
  assert.equal(deno.exec(dockerfile)?.[1], deno.exec(script)?.[1]);
  const servers = [...script.matchAll(/\bservers=\(([a-z -]+)\)/g)].flatMap(([, names = ""]) =>
    names.split(" ")
  );
  assert.ok(servers.includes("chromium"), script);
  const installed = /--no-install-recommends ([a-z -]+)/.exec(dockerfile)?.[1]?.trim().split(" ");
  assert.deepEqual(installed, servers);
  const { features, image } = JSON.parse(await read(".devcontainer/devcontainer.json"));
  assert.deepEqual(
    { features, image },
    { features: undefined, image: undefined },
    "nothing without a version",
  );
});

for (const form of forms.filter((file) => file !== "config.yml")) {
  test(`the form ${form} of issues has a name, a label and questions, and asks for no secret`, async () => {
    const text = await read(`.github/ISSUE_TEMPLATE/${form}`);
    for (const field of ["name: ", "description: ", "labels: \\[\\w+\\]", "body:"]) {
      assert.match(text, new RegExp(`^${field}`, "m"));
    }
    const ids = [...text.matchAll(/^ {4}id: (\w+)$/gm)].map(([, id]) => id);
    assert.ok(ids.length > 0);
    assert.equal(new Set(ids).size, ids.length);
    // YAML reads these words as true and false, and GitHub then refuses the form.
    assert.doesNotMatch(text, /^\s+- (?:yes|no|true|false|on|off)$/im);
  });
}

test("the forms of issues are those for bugs, features and providers, and a vulnerability is reported in private", async () => {
  assert.deepEqual(forms.toSorted(), ["bug.yml", "config.yml", "feature.yml", "provider.yml"]);
  const config = await read(".github/ISSUE_TEMPLATE/config.yml");
  assert.match(config, /^blank_issues_enabled: false$/m);
  assert.match(
    config,
    /vulnerability\n {4}url: https:\/\/github\.com\/latchkey\/auth\/security\/advisories\/new$/m,
  );
});

test("CONTRIBUTING.md lists good first changes, each with a place and a command that exist", async () => {
  const [, section = ""] = (await read("CONTRIBUTING.md")).split("\n## Good first changes\n");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| ")).slice(2);
  assert.ok(rows.length > 5);
  const { tasks } = JSON.parse(await read("deno.json"));
  for (const row of rows) {
    const commands = [...row.matchAll(/deno task (\w+)/g)].map(([, task]) => task ?? "");
    assert.ok(commands.length > 0, row);
    for (const command of commands) assert.ok(command in tasks, row);
  }
});

/** The folders below a folder that have a `package.json`. */
async function packagesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(new URL(`${folder}/`, root), { withFileTypes: true });
  const found = await Promise.all(
    entries.filter((entry) => entry.isDirectory() && !/^(?:node_modules|dist)$/.test(entry.name))
      .map((entry) => packagesIn(`${folder}/${entry.name}`)),
  );
  return [...entries.some(({ name }) => name === "package.json") ? [folder] : [], ...found.flat()];
}

/**
 * The ways to configure Auth.js that its documentation shows, compiled on both libraries.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { isNightly } from "../_nightly.ts";
import { installSides, isRecording, onSides, openRecord } from "./_record.ts";
import { compareRows } from "./_rows.ts";
import { run, type Wanted } from "./_trees.ts";
import { root } from "../../tools/exports.ts";

/** Versions of TypeScript: the newest, and in the nightly run the oldest. */
const VERSIONS = isNightly || isRecording ? ["5.9", "7"] : ["7"];

/** What fails on ours today, by heading. */
const TODO: Readonly<Record<string, string>> = {
  "authorization parameters as an object and as a string": "there is no ./providers/auth0",
};

const WANTED: Wanted = {
  name: "types",
  files: "types",
  peers: false,
  packages: {
    "@auth/drizzle-adapter": "1.11.3",
    "@libsql/client": "0.18.0",
    "@simplewebauthn/browser": "9.0.1",
    "@simplewebauthn/server": "9.0.3",
    "@types/node": "22.19.1",
    "@types/nodemailer": "7.0.4",
    "drizzle-orm": "0.45.4",
    "nodemailer": "8.0.5",
    "typescript": "5.9.3",
    "typescript-7": "npm:typescript@7.0.2",
    "zod": "3.25.76",
  },
};

const record = await openRecord("configs", WANTED);
const folderOf = await installSides(WANTED);
const configs = configsOf(await readFile(new URL("npm/compat/types/configs.md", root), "utf8"));
const errorsOf = await onSides(async (side) => {
  const folder = folderOf(side);
  await rm(`${folder}/configs`, { recursive: true, force: true });
  await mkdir(`${folder}/configs`);
  for (const { file, text } of configs) await writeFile(`${folder}/${file}`, text);
  const answers = VERSIONS.map((version) => run(folder, "node", ["check.mjs", version]));
  return (await Promise.all(answers)).map((answer): Readonly<Record<string, readonly string[]>> =>
    JSON.parse(answer)
  );
});

for (const [index, version] of VERSIONS.entries()) {
  compareRows(
    `TypeScript ${version} compiles a config`,
    configs.map(({ heading, file }) => ({
      name: heading,
      todo: TODO[heading],
      run(side) {
        const found = errorsOf(side)[index]![file]!;
        assert.ok(found.length === 0, found.join("\n"));
        return Promise.resolve();
      },
    })),
    record,
  );
}

/** Headings and the code below them. */
function configsOf(markdown: string) {
  return [...markdown.matchAll(/^## (.+)\n\n```ts\n([^]*?)^```$/gm)].map(([, heading, text]) => ({
    heading: heading!,
    file: `configs/${heading!.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}.ts`,
    text: text!,
  }));
}

import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { workerFindings } from "../../src/cli/check_worker.ts";
import { projectOf } from "../../src/cli/project.ts";

const FILES: Readonly<Record<string, readonly [name: string, text: string, isWrong: boolean]>> = {
  "a single-page application": [
    "wrangler.jsonc",
    '{ "assets": { "directory": "public", "not_found_handling": "single-page-application" } }',
    true,
  ],
  "a page for 404": [
    "wrangler.toml",
    '[assets]\ndirectory = "public"\nnot_found_handling = "404-page"',
    true,
  ],
  "the worker first": [
    "wrangler.json",
    '{ "assets": { "not_found_handling": "404-page", "run_worker_first": ["/auth/*"] } }',
    false,
  ],
  "no handling": ["wrangler.toml", '[assets]\nnot_found_handling = "none"', false],
  "a comment": ["wrangler.jsonc", '{\n  // "not_found_handling": "404-page"\n}', false],
};

for (const [what, [name, text, isWrong]] of Object.entries(FILES)) {
  test(`workerFindings() looks into the settings for ${what} in ${name}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "worker"));
    await writeFile(join(folder, "package.json"), "{}");
    await writeFile(join(folder, name), text);
    const { workerSettings } = await projectOf(folder);
    const findings = await workerFindings(workerSettings, "/login");
    assert.equal(findings.length, isWrong ? 1 : 0);
    if (isWrong) assert.match(findings[0]!.advice!, /run_worker_first = \["\/login\/\*"\]/);
  });
}

test("workerFindings() says nothing without settings of a worker", async () => {
  assert.deepEqual(await workerFindings(null, "/auth"), []);
});

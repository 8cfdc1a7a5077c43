import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { settingsFindings } from "../../src/cli/check_settings.ts";
import { projectOf } from "../../src/cli/project.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";

const KIT = 'import { sveltekit } from "@sveltejs/kit/vite"; export default { plugins: [sveltekit()] };';

/** By what they are: the file, its text, and what the advice says; `null` if nothing is wrong. */
const FILES: Readonly<Record<string, readonly [name: string, text: string, advice: RegExp | null]>> = {
  "a worker with a single-page application": [
    "wrangler.jsonc",
    '{ "assets": { "directory": "public", "not_found_handling": "single-page-application" } }',
    /run_worker_first = \["\/login\/\*"\]/,
  ],
  "a worker with a page for 404": [
    "wrangler.toml",
    '[assets]\nnot_found_handling = "404-page"',
    /run_worker_first/,
  ],
  "a worker that runs first": [
    "wrangler.json",
    '{ "assets": { "not_found_handling": "404-page", "run_worker_first": ["/auth/*"] } }',
    null,
  ],
  "a worker without handling": ["wrangler.toml", '[assets]\nnot_found_handling = "none"', null],
  "a comment": ["wrangler.jsonc", '{\n  // "not_found_handling": "404-page"\n}', null],
  "Astro with slashes": ["astro.config.mjs", 'export default { trailingSlash: "always" };', /"ignore"/],
  "Astro without them": ["astro.config.mjs", 'export default { trailingSlash: "never" };', null],
  "Kit with its check": ["vite.config.ts", KIT, /checkOrigin: true/],
  "Kit without it": ["svelte.config.js", `${KIT} const kit = { csrf: { trustedOrigins: ["*"] } };`, null],
  "Kit with a comment": ["vite.config.ts", `${KIT} // trustedOrigins: ["*"]`, /checkOrigin: true/],
  "a comment of TOML": ["wrangler.toml", '[assets]\n# not_found_handling = "404-page"', null],
  "Vite alone": ["vite.config.ts", "export default {};", null],
};

/** The setup of a config whose providers tell of a logout. */
function setup(backchannel: boolean) {
  const config = {
    providers: [],
    adapter: Memory(),
    features: [ProviderLogout({ backchannel })],
    basePath: "/login",
    url: "https://app.example",
    secret: "x".repeat(43),
  };
  return setupOf(config, "https", { capabilities: ALL_CAPABILITIES });
}

for (const [what, [name, text, advice]] of Object.entries(FILES)) {
  test(`settingsFindings() looks into the settings of ${what}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "settings"));
    await writeFile(join(folder, "package.json"), "{}");
    await writeFile(join(folder, name), text);
    const { folders } = await projectOf(folder);
    const findings = await settingsFindings(folders, setup(true));
    assert.equal(findings.length, advice ? 1 : 0);
    if (advice) assert.match(findings[0]!.advice!, advice);
  });
}

test("settingsFindings() leaves Kit alone if no provider tells of a logout, and a folder without settings", async () => {
  const folder = await mkdtemp(join(tmpdir(), "settings"));
  assert.deepEqual(await settingsFindings([folder], setup(true)), []);
  await writeFile(join(folder, "vite.config.ts"), KIT);
  assert.deepEqual(await settingsFindings([folder], setup(false)), []);
});

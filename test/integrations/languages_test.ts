import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { de, en } from "../../src/messages/languages.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { config as application } from "./_application.ts";
import { DOORS, mine } from "./_doors.ts";

/** Integrations whose applications are usually bundled into one file: see docs/decisions.md. */
const ONE_FILE = ["Workers", "Hono"];

function configOf(other: Partial<AuthConfig> = {}) {
  const platform = testPlatform();
  const providers = [Credentials({ authorize: () => null })];
  const config: AuthConfig = {
    ...application,
    logger: undefined,
    platform,
    providers,
    ...other,
  } as AuthConfig;
  return { config, log: () => platform.lines.map(({ text }) => text).join("\n") };
}

/** Opens the sign-in page with each of these values of `Accept-Language`. Returns the languages of the pages. */
async function languagesOf(open: (typeof DOORS)[string], config: AuthConfig, accepted: readonly string[]) {
  await using server = await open(config, mine());
  const found: (string | null)[] = [];
  for (const header of accepted) {
    const response = await fetch(`${server.url}/auth/signin`, { headers: { "accept-language": header } });
    await response.body?.cancel();
    found.push(response.headers.get("content-language"));
  }
  return found;
}

for (const [name, open] of Object.entries(DOORS)) {
  const isOneFile = ONE_FILE.includes(name);

  test(`${name} has the languages of the library by default, if its programs have files: others have English`, async () => {
    const { config, log } = configOf();
    const found = await languagesOf(open, config, ["de-AT", "ja", "tlh"]);
    assert.deepEqual(found, isOneFile ? ["en", "en", "en"] : ["de", "ja", "en"]);
    assert.equal(
      log().match(/missing-language: A visitor asked for "de"/g)?.length,
      isOneFile ? 1 : undefined,
    );
  });

  test(`${name} has the languages that the config names, and the messages of the application`, async () => {
    const accepted = ["de-AT", "ja", "cy"];
    const listed = configOf({ languages: [de, en] });
    assert.deepEqual(await languagesOf(open, listed.config, accepted), ["de", "de", "de"]);
    const own = configOf({ languages: [en, de, "cy"], messages: { cy: {} } });
    assert.deepEqual(await languagesOf(open, own.config, accepted), ["de", "en", "cy"]);
    assert.equal(listed.log() + own.log(), "");
    if (isOneFile) return;
    const tags = configOf({ languages: ["en", "de", "cy"], messages: { cy: {} } });
    assert.deepEqual(await languagesOf(open, tags.config, accepted), ["de", "en", "cy"]);
    const added = configOf({ messages: { cy: {} } });
    assert.deepEqual(await languagesOf(open, added.config, accepted), ["de", "ja", "cy"]);
  });
}

test("A language that is added to a config that is in use is offered from the next request on", async () => {
  const { config } = configOf({ languages: ["en"] });
  const changed = { ...config, messages: {} as Record<string, object> };
  await using server = await DOORS["Node"]!(changed, mine());
  const languageOf = async () => {
    const response = await fetch(`${server.url}/auth/signin`, { headers: { "accept-language": "cy,de" } });
    await response.body?.cancel();
    return response.headers.get("content-language");
  };
  assert.equal(await languageOf(), "en");
  (changed.languages as string[]).push("de");
  assert.equal(await languageOf(), "de");
  changed.messages.cy = {};
  (changed.languages as string[]).push("cy");
  assert.equal(await languageOf(), "cy");
});

/**
 * The code of docs/languages.md. A provider is added, because there is no sign-in page without one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Auth, type AuthConfig } from "../../mod.ts";
import { withLanguages } from "../../src/config/languages.ts";
import { all } from "../../src/messages/languages.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("languages.md");

/** Serves the config of a section. Returns what the sign-in page reads in a language. */
async function openApp(recipe: Recipe) {
  const { config }: { config: AuthConfig } = await recipe.load("auth.ts");
  const complete: AuthConfig = {
    ...config,
    // As on a server with files.
    languages: withLanguages(config, all),
    providers: [Credentials({ authorize: () => null })],
    secret: recipe.env.AUTH_SECRET,
    url: APP,
    basePath: "/auth",
    platform: recipe.platform,
  };
  return async (headers: Record<string, string>): Promise<string> =>
    await (await Auth(new Request(`${APP}/auth/signin`, { headers }), complete)).text();
}

page.section("How the language is chosen", async (recipe) => {
  const read = await openApp(recipe);
  assert.match(await read({ "accept-language": "de" }), /<html[^>]* lang="de"/);
  assert.match(await read({ "accept-language": "es" }), /<html[^>]* lang="en"/);
  assert.match(await read({ "accept-language": "de", cookie: "language=fr" }), /<html[^>]* lang="fr"/);
});

page.section("Where all code is in one file", async (recipe) => {
  const { default: worker } = await recipe.load("worker.ts");
  const env = { ...recipe.env, AUTH_URL: APP, AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" };
  const read = async (language: string) => {
    const request = new Request(`${APP}/auth/signin`, { headers: { "accept-language": language } });
    return (await worker.fetch(request, env, {})).headers.get("content-language");
  };
  assert.deepEqual([await read("de"), await read("ja"), await read("fr")], ["de", "ja", "en"]);
});

page.section("Replace a message", async (recipe) => {
  const read = await openApp(recipe);
  assert.match(await read({ "accept-language": "en" }), /<h1[^>]*>Welcome to <span class="name">Acme</);
  assert.match(await read({ "accept-language": "de" }), /<h1[^>]*>Willkommen bei <span class="name">Acme</);
  assert.deepEqual(recipe.platform.lines, []);
});

page.section("Add a language", async (recipe) => {
  const read = await openApp(recipe);
  const text = await read({ "accept-language": "cy" });
  assert.match(text, /<h1[^>]*>Mewngofnodi</);
  assert.match(text, /i barhau i <b>app\.test</);
  assert.deepEqual(recipe.platform.lines, []);
});

page.last();

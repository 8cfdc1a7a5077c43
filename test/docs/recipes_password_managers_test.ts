import assert from "node:assert/strict";
import { toPerson } from "../flows/_passkeys.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/password_managers.md", {
  replace: { "auth.sqlite": ":memory:", "https://app.example.com": APP },
});

const WELL_KNOWN = `${APP}/.well-known`;

page.section("The pages of an account", async (recipe) => {
  recipe.addMails();
  await recipe.start();
  const stranger = recipe.browser();
  const { headers, status } = await stranger.fetch(`${WELL_KNOWN}/passkey-endpoints`, { redirect: "manual" });
  assert.deepEqual([status, headers.get("content-type")], [200, "application/json"]);
  const missing = await stranger.fetch(`${WELL_KNOWN}/resource-that-should-not-exist`);
  assert.equal(missing.status, 404);
  // Whoever is not signed in signs in first.
  assert.match((await stranger.open(`${WELL_KNOWN}/change-password`)).url, /\/auth\/signin\?/);

  const ada = toPerson(recipe.browser(), "passkey");
  await ada.register();
  const { enroll, manage } = await (await ada.browser.fetch(`${WELL_KNOWN}/passkey-endpoints`)).json();
  for (const url of [enroll, manage]) {
    const account = await ada.browser.open(url);
    assert.match(account.text, /Add a passkey/);
  }
  const change = await ada.browser.open(`${WELL_KNOWN}/change-password`);
  assert.equal(change.url, `${APP}/auth/password`);
});

page.section("One passkey for several domains", async (recipe) => {
  // `webauthn_test` has the sign-in with a passkey of a related origin.
  const documents = new Function(`return { ${recipe.read("ignore")} }`)();
  const { origins } = await documents["/.well-known/webauthn"]().json();
  assert.deepEqual(origins, ["https://example.com", "https://example.de"]);
});

page.last();

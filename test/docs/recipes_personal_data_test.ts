import assert from "node:assert/strict";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/personal_data.md", { built });

page.section("Export", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  assert.equal((await recipe.browser().fetch(`${APP}/export`)).status, 401);
  const [ada, grace] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(ada, "google");
  google.login({ sub: "2", name: "Grace Hopper", email: "grace@example.com" });
  await recipe.signIn(grace, "google");
  const { adapter } = await recipe.load("auth.ts");
  const { id: userId } = await adapter.getUserByEmail("ada@example.com");
  const passkey = { credentialID: "a", providerAccountId: "a", credentialPublicKey: "AA==", counter: 0 };
  await adapter.linkAccount({ provider: "passkey", providerAccountId: "a", type: "webauthn", userId });
  await adapter.createAuthenticator({
    ...passkey,
    userId,
    name: "Laptop",
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  });

  const answer = await ada.fetch(`${APP}/export`);
  assert.match(answer.headers.get("content-disposition")!, /^attachment; filename="?my-data\.json"?$/);
  assert.equal(answer.headers.get("cache-control"), "private, no-cache, no-store");
  const text = await answer.text();
  const { user, accounts, passkeys, sessions, provenMailbox } = JSON.parse(text);
  assert.deepEqual([user.name, user.email], ["Ada Lovelace", "ada@example.com"]);
  const providers = accounts.map(({ provider }: { provider: string }) => provider);
  assert.deepEqual(providers.sort(), ["google", "passkey"]);
  assert.equal(passkeys[0].name, "Laptop");
  assert.equal(sessions.length, 1);
  assert.deepEqual(provenMailbox, { address: "ada@example.com" });
  assert.doesNotMatch(text, /grace|sha256:|AA==|token/i);
  // A stranger at an open computer.
  recipe.platform.tick(301);
  assert.equal((await ada.fetch(`${APP}/export`)).status, 401);
});

page.last();

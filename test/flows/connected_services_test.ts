/**
 * Connected services on the account page, with `AccessTokens()`: apart from the ways to sign in, and how access ends.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ReconnectRequired } from "../../src/entries/errors.ts";
import { DONE, openAccount, REFUSED } from "./_account_page.ts";
import type { DatabaseOptions } from "./_database.ts";
import { getAccessToken } from "./_outside.ts";
import { send } from "./_send.ts";
import { APP } from "./_world.ts";

const REVOKE = {
  oauth: { revocation: "https://idp.test/revoke" },
  idp: { refreshTokens: "rotated" },
} as const;

/** Opens a world in which Ada has signed in, and the application has tokens. */
async function openConnected(options: DatabaseOptions = {}) {
  const world = await openAccount({
    url: APP,
    adapter: Memory(),
    ...REVOKE,
    ...options,
    features: [AccessTokens(), ...options.features ?? []],
  });
  const [{ id } = { id: "" }] = await world.db.users();
  return Object.assign(world, {
    token: () => getAccessToken({ userId: String(id), provider: "idp" }, world.config),
    revocations: () => world.idp.requests.filter(({ endpoint }) => endpoint === "revocation").length,
  });
}

test("A user takes access back; their way to sign in stays, and brings it back", async () => {
  const world = await openConnected({ features: [ActivityLog()] });
  const { browser } = world;
  await world.token();
  const page = await browser.open(`${APP}/auth/account/security`);
  assert.match(
    page.text,
    /Connected services app\.test may read or change data there for you\. Fake Connected today Revoke access Revoke access to Fake\? app\.test won't be able to use Fake/,
  );
  const [service] = (await world.data()).connections!;
  assert.deepEqual([service!.id, service!.name, typeof service!.connectedAt], ["idp", "Fake", "string"]);
  assert.deepEqual(await world.change({ action: "revoke-access", id: "idp" }), DONE("access-revoked"));
  assert.ok(world.revocations() > 0);
  await assert.rejects(
    world.token(),
    (error: unknown) => error instanceof ReconnectRequired && error.code === "Revoked",
  );
  const after = await browser.open(`${APP}/auth/account/security?done=access-revoked&of=idp`);
  assert.match(after.text, /Access was revoked\./);
  assert.doesNotMatch(after.text, /Connected services/);
  assert.match(after.text, /Ways to sign in .*Fake/, "the way stays");
  assert.match(
    (await browser.open(`${APP}/auth/account/devices`)).text,
    /Access revoked Just now Firefox on Linux Fake/,
  );
  await world.elsewhere();
  assert.equal((await world.data()).connections?.length, 1, "a sign-in connects it again");
  assert.ok(await world.token());
});

test("What a provider refuses, or names no service of the user, changes nothing and says so", async () => {
  const world = await openConnected();
  world.idp.tamper = { respond: { revocation: () => Promise.resolve(new Response("", { status: 503 })) } };
  assert.deepEqual(
    await world.change({ action: "revoke-access", id: "idp" }),
    REFUSED("ProviderUnavailable"),
  );
  assert.match(
    (await world.browser.open(`${APP}/auth/account?error=ProviderUnavailable`)).text,
    /That didn't work\. Please try again\./,
  );
  assert.equal((await world.data()).connections?.length, 1);
  for (const id of ["other", "nobody", ""]) {
    assert.deepEqual(await world.change({ action: "revoke-access", id }), REFUSED("NotFound"));
  }
  assert.ok(await world.token());
});

test("Another user, and a stranger, take nothing back", async () => {
  const world = await openConnected();
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  const bob = world.visitor();
  await (await bob.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  assert.deepEqual(await world.change({ action: "revoke-access", id: "idp" }, bob), DONE("access-revoked"));
  assert.equal((await world.data()).connections?.length, 1);
  const { status, headers } = await send(world.visitor(), "account", { action: "revoke-access", id: "idp" });
  assert.deepEqual([status, new URL(headers.get("location")!).pathname], [303, "/auth/signin"]);
  assert.ok(await world.token());
});

test("Tokens that no secret opens any more are listed, and do not break the page", async () => {
  const world = await openConnected();
  const [row] = await world.db.adapter.rows.list("providerTokens", {});
  await world.db.adapter.rows.store("providerTokens", { ...row!, tokens: "sealed by another" }, row!.version);
  const [service] = (await world.data()).connections!;
  assert.deepEqual([service!.id, service!.scopes, service!.connectedAt], ["idp", [], null]);
  assert.deepEqual(await world.change({ action: "revoke-access", id: "idp" }), REFUSED("OldSecretMissing"));
});

test("Scopes are named as their provider names them, without those that only say who the user is", async () => {
  const scope = "openid email https://www.googleapis.com/auth/drive.readonly a b c d";
  const world = await openConnected({ oauth: { ...REVOKE.oauth, authorization: { params: { scope } } } });
  const { text } = await world.browser.open(`${APP}/auth/account/security`);
  assert.match(text, /Connected today drive\.readonly, a, b, c, … Revoke access/);
});

/**
 * What the account page tells passkey managers after a change: `test/e2e/passkey_test.ts` has a browser that listens.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EmailChange } from "../../src/entries/email_change.ts";
import { openAccount } from "./_account_page.ts";
import { APP } from "./_world.ts";

const PAGE = `${APP}/auth/account`;

async function openSignals() {
  const world = await openAccount({ url: APP, features: [EmailChange()] });
  const { credentials: [credential] } = await world.addPasskey();
  return {
    ...world,
    credential: credential!,
    async signals(query: string) {
      const { html } = await world.browser.open(`${PAGE}${query}`);
      const [, json = "[]"] = /data-signals="([^"]*)"/.exec(html) ?? [];
      return JSON.parse(
        json.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).replaceAll("&quot;", '"')
          .replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
      );
    },
  };
}

test("After a change, the page tells passkey managers which passkeys are accepted, and the name (AC-19)", async () => {
  const { signals, credential, db } = await openSignals();
  const known = {
    rpId: "app.test",
    userId: credential.userHandle,
    allAcceptedCredentialIds: [credential.id],
    name: "ada@example.com",
    displayName: "Ada Lovelace",
  };
  for (const query of ["?done=renamed", "/security?done=removed", "?done=email-changed"]) {
    assert.deepEqual(await signals(query), [known], query);
  }
  const [{ id } = { id: "" }] = await db.users();
  await db.adapter.updateUser({ id, name: `Ada "<b>`, email: "ada@new.example" });
  const renamed = { ...known, name: "ada@new.example", displayName: `Ada "<b>` };
  assert.deepEqual(await signals("?done=email-changed"), [renamed]);
  // One that was made at sign-up has a handle that nobody can derive.
  const [row] = await db.adapter.listAuthenticatorsByUserId(id);
  await db.adapter.createAuthenticator({ ...row!, credentialID: "b3RoZXI=", userHandle: "aGFuZGxl" });
  assert.deepEqual(await signals("?done=renamed"), [
    renamed,
    { ...renamed, userId: "aGFuZGxl", allAcceptedCredentialIds: ["b3RoZXI"] },
  ]);
});

test("The page signals nothing before a change, after an addition, and where it doesn't know all passkeys (AC-19)", async () => {
  const { signals, db } = await openSignals();
  for (const query of ["", "/security", "?done=added", "?done=second-factor-on", "?error=NotFound"]) {
    assert.deepEqual(await signals(query), [], query);
  }
  const [{ id } = { id: "" }] = await db.users();
  const [row] = await db.adapter.listAuthenticatorsByUserId(id);
  await db.adapter.createAuthenticator({ ...row!, credentialID: "b3RoZXI=", userHandle: null });
  assert.deepEqual(await signals("?done=removed"), []);
});

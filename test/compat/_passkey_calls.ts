/**
 * The calls of `next-auth/webauthn`, with a virtual authenticator.
 *
 * @module
 */

import assert from "node:assert/strict";
import { addAuthenticator } from "../e2e/visitor.ts";
import { assertResult, type Call } from "./_client_calls.ts";

/** The calls. */
export const PASSKEY_CALLS: readonly Call[] = [
  {
    name: "signIn of react refuses a provider of passkeys",
    needs: "passkey",
    async run({ page }) {
      const said = await page.evaluate("client.signIn('passkey').catch((error) => error.name)");
      assert.equal(said, "TypeError");
    },
  },
  {
    name: "signIn of webauthn signs up with a passkey, and in with it again",
    needs: "passkey",
    async run({ page, call, user }) {
      await addAuthenticator(page);
      const email = `${crypto.randomUUID()}@example.com`;
      const up = await call("signInWithPasskey", "passkey", { email, action: "register", redirect: false });
      assertResult(up, { ok: true, error: null });
      assert.equal((await user())?.email, email);
      await call("signOut", { redirect: false });
      assert.equal(await user(), null);
      assertResult(await call("signInWithPasskey", "passkey", { redirect: false }), {
        ok: true,
        error: null,
      });
      // With sessions in tokens, ours does not store an address that no one has verified: it has no email now.
      assert.ok(await user());
    },
  },
  {
    name: "signIn of webauthn with an unknown address and without action signs up",
    needs: "passkey",
    async run({ page, call, user }) {
      await addAuthenticator(page);
      const email = `${crypto.randomUUID()}@example.com`;
      assertResult(await call("signInWithPasskey", "passkey", { email, redirect: false }), { ok: true });
      assert.equal((await user())?.email, email);
    },
  },
  {
    name: "signIn of webauthn adds a passkey to the user who is signed in",
    needs: "passkey",
    async run({ page, call, user }) {
      await addAuthenticator(page);
      const email = `${crypto.randomUUID()}@example.com`;
      await call("signInWithPasskey", "passkey", { email, action: "register", redirect: false });
      const second = await page.context().newPage();
      await second.goto(page.url());
      await addAuthenticator(second);
      const added = await second.evaluate(
        "client.signInWithPasskey('passkey', { action: 'register', redirect: false })",
      );
      assertResult(added, { ok: true });
      assert.equal((await user())?.email, email);
    },
  },
];

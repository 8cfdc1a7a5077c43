/**
 * Tokens that were revoked, and what a later sign-in leaves in the table of accounts.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { withRows } from "../_with_rows.ts";
import { assertReconnect, openTokens, ownerOf, renewals } from "./_access_tokens.ts";
import { revokeTokens } from "./_outside.ts";

const HOUR = 3600;
const REVOKE = "https://idp.test/revoke";

test("revokeTokens() takes the tokens out of the table of accounts, and a later sign-in brings new ones", async () => {
  for (const settings of [{ revocation: REVOKE }, {}]) {
    for (const encrypt of [false, true]) {
      const world = await openTokens(settings, { accounts: { encrypt } });
      const revoke = () => revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
      const tokens = async () => {
        const [row] = await world.db.adapter.listAccountsByUserId(world.user.id);
        return [row!.access_token ?? null, row!.refresh_token ?? null];
      };
      assert.ok((await tokens()).every(Boolean));
      await revoke();
      assert.deepEqual(await tokens(), [null, null]);
      await revoke();
      await assertReconnect(world.token(), "Revoked");
      await world.signIn();
      assert.ok((await tokens()).every(Boolean));
      assert.equal(await ownerOf(world, await world.token()), "ada");
    }
  }
});

test("revokeTokens() takes the tokens out of the table of accounts at the next call, if the database fails at that step", async () => {
  const memory = Memory();
  let isDown = false;
  const adapter = {
    ...memory,
    updateAccount: (...args: Parameters<typeof memory.updateAccount>) =>
      isDown ? Promise.reject(new Error("down")) : memory.updateAccount(...args),
  };
  const world = await openTokens({ revocation: REVOKE }, { adapter });
  const revoke = () => revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
  const tokens = async () => {
    const [row] = await memory.listAccountsByUserId(world.user.id);
    return [row!.access_token ?? null, row!.refresh_token ?? null];
  };
  isDown = true;
  await assert.rejects(revoke(), { type: "AdapterError" });
  assert.ok((await tokens()).every(Boolean));
  const asked = world.idp.requests.length;
  isDown = false;
  await revoke();
  assert.deepEqual(await tokens(), [null, null]);
  assert.equal(world.idp.requests.length, asked, "the provider has revoked them already");
});

test("revokeTokens() revokes the tokens of the other accounts where the row of one can't be emptied", async () => {
  const memory = Memory();
  const adapter = {
    ...memory,
    updateAccount: (...args: Parameters<typeof memory.updateAccount>) =>
      args[0].providerAccountId === "ada" && args[0].access_token === null
        ? Promise.reject(new Error("NOT NULL"))
        : memory.updateAccount(...args),
  };
  const world = await openTokens({ revocation: REVOKE }, { adapter });
  const revoked = () => world.idp.requests.filter(({ endpoint }) => endpoint === "revocation").length;
  const revoke = () => revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
  await assert.rejects(revoke(), { type: "AdapterError" });
  const before = revoked();
  world.idp.login({ sub: "second", name: "Ada" });
  await world.signIn({ link: true });
  await assert.rejects(revoke(), { type: "AdapterError" });
  assert.equal(revoked(), before + 2, "access token and refresh token");
});

test("revokeTokens() leaves the tokens of an account that the application moves to another user meanwhile", async () => {
  const world = await openTokens({ revocation: REVOKE });
  const { adapter } = world.db;
  const [account] = await adapter.listAccountsByUserId(world.user.id);
  const other = await adapter.createUser({ id: "other", email: "other@example.com", emailVerified: null });
  const respond = async (_: Request, genuine: () => Promise<Response>) => {
    await adapter.updateAccount({ provider: "idp", providerAccountId: "ada", userId: other.id });
    return await genuine();
  };
  world.idp.tamper = { respond: { revocation: respond } };
  await revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
  const [moved] = await adapter.listAccountsByUserId(other.id);
  assert.equal(moved!.access_token, account!.access_token);
});

for (const revocation of [REVOKE, undefined]) {
  const what = revocation ? "an endpoint" : "no endpoint";
  test(`a sign-in without a refresh token does not bring back a revoked one, at a provider with ${what} (TK-10)`, async () => {
    const world = await openTokens(revocation ? { revocation } : {}, { refreshTokens: "kept" });
    const revoke = () => revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
    await revoke();
    const respond = async (_: Request, genuine: () => Promise<Response>) =>
      Response.json({ ...await (await genuine()).json(), refresh_token: undefined });
    world.idp.tamper = { respond: { token: respond } };
    for (let times = 0; times < 2; times++) {
      await world.signIn();
      assert.match(await world.token(), /^fake-access-/);
      world.platform.tick(HOUR);
      await assertReconnect(world.token(), "NoRefreshToken");
    }
    await world.signIn();
    await revoke();
    await assertReconnect(world.token(), "Revoked");
    assert.deepEqual(renewals(world), []);
  });
}

test("revokeTokens() revokes the tokens of a sign-in that has failed after its account was stored (TK-10)", async () => {
  let isFailing = false;
  const world = await openTokens({ revocation: REVOKE }, {
    adapter: withRows(Memory(), "providerTokens", (sound) => ({
      store: (...args) => isFailing ? Promise.reject(new Error("down")) : sound.store(...args),
    })),
  });
  const revoked = () => world.idp.requests.filter(({ endpoint }) => endpoint === "revocation").length;
  const revoke = () => revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
  for (const count of [4, 6]) {
    isFailing = true;
    await world.signIn();
    isFailing = false;
    await revoke();
    assert.equal(revoked(), count);
    await assertReconnect(world.token(), "Revoked");
  }
  await revoke();
  assert.equal(revoked(), 6);
});

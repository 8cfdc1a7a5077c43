/**
 * Tokens of many accounts that are revoked together: a few requests at a time, and a failure stops no other account.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { ProviderUnavailable } from "../../src/entries/errors.ts";
import { fakeProvider } from "../../src/testing/mod.ts";
import { openTokens, rejection } from "./_access_tokens.ts";
import { oauth2 } from "./_world.ts";
import { revokeTokens } from "./_outside.ts";

const ACCOUNTS = 50;
const OTHERS = 20;

/** Ada has 50 accounts at one provider and one at each of twenty others. Counts requests to all of them. */
async function openMany(refuses: (token: string) => boolean = () => false) {
  const others = Array.from({ length: OTHERS }, (_, i) => fakeProvider({ issuer: `https://idp${i}.test` }));
  const world = await openTokens({ revocation: "https://idp.test/revoke" }, {
    more: () =>
      others.map((idp, i) => ({
        ...oauth2(idp),
        id: `idp${i}`,
        name: `${i}`,
        revocation: `https://idp${i}.test/revoke`,
      })),
  });
  const seen = { open: 0, most: 0, revoked: [] as string[] };
  const answer = async (request: Request) => {
    seen.most = Math.max(seen.most, ++seen.open);
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.open--;
    const token = new URLSearchParams(await request.text()).get("token")!;
    if (refuses(token)) return Response.json({ error: "server_error" }, { status: 500 });
    seen.revoked.push(token);
    return new Response();
  };
  world.idp.tamper = { respond: { revocation: answer } };
  const link = async (provider: string, providerAccountId: string) =>
    void await world.db.adapter.linkAccount({
      ...{ userId: world.user.id, type: "oauth", provider, providerAccountId },
      access_token: `token of ${provider} ${providerAccountId}`,
    });
  for (const [i, idp] of others.entries()) {
    world.platform.sites[idp.origin] = idp.fetch;
    idp.tamper = { respond: { revocation: answer } };
    await link(`idp${i}`, "ada");
  }
  for (let i = 1; i < ACCOUNTS; i++) await link("idp", `ada-${i}`);
  return {
    ...world,
    seen,
    revoke: () => revokeTokens({ userId: world.user.id }, world.config as AuthConfig),
  };
}

test("revokeTokens() sends at most sixteen requests at a time, for any number of accounts", async () => {
  const { revoke, seen, db, user } = await openMany();
  const start = Date.now();
  await revoke();
  assert.equal(new Set(seen.revoked).size, ACCOUNTS + 1 + OTHERS);
  assert.ok(seen.most > 4 && seen.most <= 16, `${seen.most} at a time in ${Date.now() - start} ms`);
  assert.equal((await db.adapter.rows.list("providerTokens", { userId: user.id })).length, ACCOUNTS + OTHERS);
  await revoke();
  assert.equal(seen.revoked.length, ACCOUNTS + 1 + OTHERS);
});

test("revokeTokens() tries each account although others fail, and each failure is thrown or logged once", async () => {
  const failing = ["token of idp ada-1", "token of idp ada-30", "token of idp3 ada"];
  let isDown = true;
  const { revoke, seen, platform } = await openMany((token) => isDown && failing.includes(token));
  platform.lines.length = 0;
  assert((await rejection(revoke())) instanceof ProviderUnavailable);
  assert.equal(new Set(seen.revoked).size, ACCOUNTS + 1 + OTHERS - failing.length);
  assert.equal(platform.lines.filter(({ level }) => level === "error").length, failing.length - 1);
  isDown = false;
  await revoke();
  assert.deepEqual(seen.revoked.slice(-3).sort(), failing);
});

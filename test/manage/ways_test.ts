import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from "../../src/adapters/types.ts";
import type { SetupProvider } from "../../src/config/providers.ts";
import { isEndable, keptBeside, toWays } from "../../src/manage/ways.ts";
import type { ProviderType } from "../../src/types.ts";

const USER: AdapterUser = { id: "ada", email: "ada@example.com", emailVerified: new Date(0) };

/** Providers with these types, each with its type as id. */
function providersOf(...types: ProviderType[]): ReadonlyMap<string, SetupProvider> {
  return new Map(types.map((type) => [type, { id: type, name: type, type } as SetupProvider]));
}

function account(type: ProviderType, id = "1"): AdapterAccount {
  return { userId: "ada", type, provider: type, providerAccountId: id };
}

const PASSKEY = { providerAccountId: "1", credentialID: "1" } as AdapterAuthenticator;
const ALL = providersOf("oauth", "oidc", "email", "credentials", "webauthn");

test("keptBeside() keeps the mailbox only if its address is verified, and a provider sends mails", () => {
  const accounts = [account("oidc")];
  const kept = (user: AdapterUser | null, providers = ALL) => {
    const ways = toWays({ user, accounts, authenticators: [] }, providers);
    return keptBeside(ways.list[0]!, ways);
  };
  assert.equal(kept(USER), "email");
  assert.equal(kept({ ...USER, emailVerified: null }), null);
  assert.equal(kept({ ...USER, email: null }), null);
  assert.equal(kept(null), null);
  assert.equal(kept(USER, providersOf("oidc", "credentials")), null);
});

test("keptBeside() keeps an account that surely signs in, and never the one to be removed", () => {
  const cases: readonly [ProviderType, readonly AdapterAuthenticator[], typeof ALL, boolean][] = [
    ["oauth", [], ALL, true],
    ["oidc", [], ALL, true],
    ["credentials", [], ALL, true],
    ["webauthn", [PASSKEY], ALL, true],
    ["webauthn", [], ALL, false],
    ["webauthn", [{ ...PASSKEY, providerAccountId: "2" }], ALL, false],
    ["webauthn", [PASSKEY], providersOf("oidc"), false],
    ["oauth", [], providersOf("oidc"), false],
    ["email", [], ALL, false],
  ];
  for (const [type, authenticators, providers, isKept] of cases) {
    const accounts = [account("oidc", "removed"), account(type)];
    const ways = toWays({ user: null, accounts, authenticators }, providers);
    const expected = isKept ? { provider: type, providerAccountId: "1" } : null;
    assert.deepEqual(keptBeside(ways.list[0]!, ways), expected, type);
    const alone = toWays({ user: null, accounts: accounts.slice(1), authenticators }, providers);
    assert.equal(keptBeside(alone.list[0]!, alone), null, type);
  }
});

test("toWays() pairs a passkey with its account, and no other account with it", () => {
  const accounts = [account("webauthn"), account("oidc"), account("webauthn", "2")];
  const { list } = toWays({ user: null, accounts, authenticators: [PASSKEY] }, ALL);
  assert.deepEqual(list.map(({ authenticator }) => authenticator), [PASSKEY, undefined, undefined]);
});

test("isEndable() is false only for a password that its provider cannot revoke", () => {
  const revoking = new Map([["credentials", { type: "credentials", revoke: () => true } as never]]);
  const endable = (type: ProviderType, providers: ReadonlyMap<string, SetupProvider>) =>
    isEndable(toWays({ user: null, accounts: [account(type)], authenticators: [] }, providers).list[0]!);
  assert.deepEqual([endable("credentials", ALL), endable("credentials", revoking)], [false, true]);
  assert.deepEqual([endable("credentials", new Map()), endable("oidc", new Map())], [false, true]);
});

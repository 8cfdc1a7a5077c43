/**
 * Identities that were proven, users that a database holds, and the context of an account.
 *
 * @module
 */

import type { AccountContext } from "../../src/sign_in/applied.ts";
import { decide, findMatches } from "../../src/sign_in/decision.ts";
import type { Events } from "../../src/model/events.ts";
import type { Identity } from "../../src/model/identity.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { typedMap } from "../../src/values/typed_map.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";

type Consent = Parameters<typeof decide>[2];

/** A user with an address that no one has proven. */
export const ADA = user("ada", "ada@example.com");

/** Another user. */
export const GRACE = user("grace", "grace@example.com");

/** Ada, who has proven her address. */
export const PROVEN = { ...ADA, emailVerified: new Date(0) };

/** What a provider proves of a user with Ada's address. */
export const OAUTH: Identity = {
  user: { id: "derived", name: "Ada", email: "ada@example.com", image: null },
  account: { provider: "idp", type: "oidc", providerAccountId: "sub", access_token: "at", expires_in: 60 },
  stored: { access_token: "at" },
  profile: { sub: "sub" },
  linksByEmail: false,
};

/** What a mailed link proves. */
export const MAIL: Identity = {
  user: { id: "ada@example.com", email: "ada@example.com" },
  account: { provider: "email", type: "email", providerAccountId: "ada@example.com" },
  stored: {},
};

/** The same, from a provider that has verified the address. */
export const VOUCHED: Identity = { ...OAUTH, emailIsVerified: true };

const UNASKED: Consent = { link: "none", isFresh: true };

/** A user, as an adapter returns them. */
export function user(id: string, email: string | null): AdapterUser {
  return { id, name: id, email, emailVerified: null, image: null };
}

/** A store, what events were emitted, and what was logged. */
export function open(adapter: Adapter = Memory(), more: Partial<AccountContext> = {}) {
  const told: [keyof Events, unknown][] = [];
  const logged: Error[] = [];
  const context: AccountContext = {
    providers: new Map(),
    strategy: "database",
    generations: null,
    capabilities: new Set(),
    rules: typedMap([]),
    store: bindAdapter(adapter),
    platform: testPlatform(),
    emit: (event, message) => Promise.resolve(void told.push([event, message])),
    logger: { error: (error) => void logged.push(error), warn: () => {}, debug: () => {} },
    decideAgain: async () => decide(OAUTH, await findMatches(OAUTH, null, bindAdapter(adapter)), UNASKED),
    ...more,
  };
  return { adapter: adapter as Required<Adapter>, context, told, logged };
}

/** An account as it is stored. */
export function toStored(
  { account: { provider, type, providerAccountId }, stored: { access_token } }: Identity,
) {
  return { ...(access_token && { access_token }), type, provider, providerAccountId };
}

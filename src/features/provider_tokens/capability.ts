/**
 * The code of access tokens, as a config gets it: hooks, whose modules are loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import { ACCESS_TOKENS, type AccessTokenOptions, type AccountSealer } from "../../model/access_tokens.ts";
import { once } from "../../platform/once.ts";
import { accessTokenRules } from "./rules.ts";
import type { Capability } from "../../setup/setup.ts";
import type {} from "../../setup/sign_out.ts";
import type { FollowContext } from "../../setup/wrapping.ts";
import type { BrowserSessions } from "../../model/session.ts";
import { lazyMethods } from "../../model/lazy_store.ts";
import type { Store } from "../../model/store.ts";
import { lazyBeside } from "../../session/lazy_beside.ts";
import type { Keys } from "../../values/keys.ts";

const calls = once(() => import("./calls.ts"));
const cookieTokens = once(() => import("./cookie_tokens.ts"));
const outside = once(() => import("./outside.ts"));
const signIns = once(() => import("./sign_in.ts"));
const signOuts = once(() => import("./sign_out.ts"));

/** The hooks of access tokens. */
export const accessTokens: Capability = {
  name: "accessTokens",
  options: { keptIn: true } satisfies Keys<AccessTokenOptions>,
  rules: accessTokenRules,
  encryptAccounts: encryptLater,
  followInBrowser,
  beforeSession: later(signIns, "storeSignInTokens"),
  sessionCookies: later(cookieTokens, "signInCookies"),
  kinds: ({ rules }) => rules.get(ACCESS_TOKENS)?.store ? ["providerTokens"] : [],
  sealed: async () => (await import("./reseal.ts")).SEALED_TOKENS,
  account: async () => (await import("./account.ts")).CONNECTIONS_SECTION,
  calls: {
    get: later(calls, "get"),
    revoke: later(calls, "revoke"),
  },
  outside: {
    get: later(outside, "get"),
    revoke: later(outside, "revoke"),
  },
  async beforeUserRemoval(userId, setup) {
    if (setup.rules.get(ACCESS_TOKENS)?.store) await (await outside()).revoke([{ userId }], setup);
  },
  beforeSignOut: later(signOuts, "revokeAfterSignOut"),
};

/**
 * Without a database, lets the cookie of the tokens give way to a session that has grown. The session doesn't set it anew: a
 * slow answer would bring back a refresh token that counts no more.
 */
function followInBrowser(own: BrowserSessions, { store, cookies, logger }: FollowContext): BrowserSessions {
  if (store) return own;
  const cookie = cookies.providerTokens;
  const load = async () => {
    const [{ givingWay }, { noRoom }] = await Promise.all([
      import("../../session/cookie_beside.ts"),
      import("./too_large.ts"),
    ]);
    return givingWay(own, { cookie, cookies, onRemoval: () => logger.error(noRoom()) });
  };
  return lazyBeside(own, cookie, load);
}

/** The functions of a database that `encryptAccounts` changes. */
const ENCRYPTED = [
  "linkAccount",
  "updateAccount",
  "createUserWithAccount",
  "addCredentials",
  "listAccountsByUserId",
] as const;

/** Returns a database that seals the tokens of accounts, with code that is loaded at the first call. */
function encryptLater(store: Store, sealer: AccountSealer): Store {
  // Without `beside`: an account that is stored by it would not be sealed.
  const { beside: _, ...rest } = store;
  const load = async () => (await import("./encrypted_accounts.ts")).encryptAccounts(rest, sealer);
  return { ...rest, ...lazyMethods(rest, ENCRYPTED, load) };
}

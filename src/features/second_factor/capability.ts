/**
 * The code of second factors, as a config gets it: endpoints and hooks, whose modules are loaded on demand.
 *
 * @module
 */

import { limitsOf } from "../../limits/limits.ts";
import { once } from "../../platform/once.ts";
import { MissingAdapterMethods } from "../../errors/errors.ts";
import { later, toJsonFailure } from "../../http/route.ts";
import type { SecondFactorOptions } from "./options.ts";
import { secondFactorRules } from "./complete.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";

const accounts = once(() => import("./account.ts"));
const asking = once(() => import("./ask.ts"));
const askActions = once(() => import("./ask_action.ts"));
const removals = once(() => import("./removal.ts"));
const starts = once(() => import("./start.ts"));
const secrets = once(() => import("./kept_secret.ts"));
const setupActions = once(() => import("./setup_action.ts"));
const outside = once(() => import("./outside.ts"));
const stored = once(() => import("./stored.ts"));

/** The endpoints and hooks of second factors. */
export const secondFactors: Capability = {
  name: "secondFactor",
  options: { required: true, issuer: true, rememberFor: true } satisfies Keys<SecondFactorOptions>,
  rules: secondFactorRules,
  assert(_providers, { adapter, features = [], session }) {
    if (!adapter || adapter.deleteSessionsByUserId) return;
    if (session?.strategy === "jwt" || !session?.generateSessionToken) return;
    // Those who must have one set it up in the sign-in.
    if (features.some((each) => (Object(each).options as SecondFactorOptions | undefined)?.required)) return;
    throw new MissingAdapterMethods(
      "Cannot use `SecondFactor()` with `session.generateSessionToken`: nothing says when a session began. Leave it out, or write " +
        "`SecondFactor({ required: true })`",
    );
  },
  // A failure of its forms may be one of the account page.
  words: () => import("../../messages/account/en.ts"),
  levels: true,
  demandsTwoFactors: ({ required }: SecondFactorOptions) => required === true,
  limits: limitsOf,
  routes: {
    "GET second-factor": { run: later(askActions, "showQuestion"), signsIn: true },
    "POST second-factor": { run: later(askActions, "answerQuestion"), signsIn: true, csrf: true },
    "GET second-factor-options": { run: later(askActions, "passkeyOptions"), onFailure: toJsonFailure },
    "GET second-factor-setup": { run: later(setupActions, "showSetup") },
    "POST second-factor-setup": {
      run: later(setupActions, "changeSetup"),
      csrf: true,
      // The user may have scanned the secret already.
      keeps: later(secrets, "keepSecret"),
    },
  },
  ownPackage: {
    name: "uqr",
    check: async (logger) => void await (await import("./qr.ts")).canDrawQr(logger),
  },
  beforeWrites: later(asking, "askForSecondFactor"),
  beforeSession: async (identity, ...begun) =>
    identity.secondStep?.enrolled && await (await stored()).storeEnrolled(identity, ...begun),
  sessionCookies: async (began) => began.names === undefined ? [] : (await asking()).refuseOther(began),
  afterCredentialsChange: later(stored, "forgetDevices"),
  kinds: () => ["secondFactors", "pendingSignIns"],
  sealed: async () => (await import("./reseal.ts")).SEALED_APPS,
  factor: later(stored, "readFactor"),
  beforeRemoval: later(removals, "keptBesidePasskey"),
  removeSince: later(stored, "removeFactorSince"),
  afterRemoval: async (userId, setup) => void await (await removals()).dropEmptyFactor(userId, setup),
  account: async () => (await accounts()).SECOND_FACTOR_SECTION,
  calls: {
    start: later(starts, "start"),
    isOn: later(stored, "isOnNow"),
  },
  outside: {
    reset: later(outside, "reset"),
    import: later(outside, "importApp"),
    isOn: later(outside, "isOnOf"),
  },
};

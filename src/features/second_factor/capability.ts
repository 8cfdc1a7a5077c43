/**
 * The code of second factors, as a config gets it: endpoints and hooks, whose modules are loaded on demand.
 *
 * @module
 */

import { UserChanged } from "../../errors/errors.ts";
import type { Identity } from "../../model/identity.ts";
import { limitsOf } from "../../limits/limits.ts";
import { noteMailbox } from "../../session/mailbox_note.ts";
import { once } from "../../platform/once.ts";
import { later, toJsonFailure } from "../../http/route.ts";
import { forgetDevices, readFactor, rulesOf, secondFactorRules } from "./rules.ts";
import { changeSecondFactor, SECOND_FACTOR, type SecondFactorOptions } from "../../model/second_factor.ts";
import type { Capability, Setup } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import { entry } from "../../values/typed_map.ts";

const accounts = once(() => import("./account.ts"));
const asking = once(() => import("./ask.ts"));
const askActions = once(() => import("./ask_action.ts"));
const removals = once(() => import("./removal.ts"));
const starts = once(() => import("./start.ts"));
const secrets = once(() => import("./kept_secret.ts"));
const setupActions = once(() => import("./setup_action.ts"));
const outside = once(() => import("./outside.ts"));
const proofs = once(() => import("./prove.ts"));

/** The endpoints and hooks of second factors. */
export const secondFactors: Capability = {
  name: "secondFactor",
  options: { required: true, issuer: true, rememberFor: true } satisfies Keys<SecondFactorOptions>,
  rules: (...completed) => entry(SECOND_FACTOR, secondFactorRules(...completed)),
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
      keeps: async (...sent) => await (await secrets()).keepSecret(...sent),
    },
  },
  ownPackage: {
    name: "uqr",
    check: async (logger) => void await (await import("./qr.ts")).canDrawQr(logger),
  },
  beforeWrites: async (identity, known, setup) =>
    await (await asking()).askForSecondFactor(identity, known, setup),
  beforeSession: storeEnrolled,
  sessionCookies: async (began) => began.names === undefined ? [] : (await asking()).refuseOther(began),
  afterCredentialsChange: forgetDevices,
  kinds: () => ["secondFactors", "pendingSignIns"],
  sealed: async () => (await import("./reseal.ts")).SEALED_APPS,
  factor: readFactor,
  beforeRemoval: async (way, setup) => await (await removals()).keptBesidePasskey(way, setup),
  afterRemoval: async (userId, setup) => await (await removals()).dropEmptyFactor(userId, setup),
  account: async () => (await accounts()).SECOND_FACTOR_SECTION,
  calls: { start: async (...called) => await (await starts()).start(...called) },
  outside: {
    reset: async (...called) => await (await outside()).reset(...called),
    import: async (...called) => await (await outside()).importApp(...called),
  },
};

/** Stores a second factor that was set up in this sign-in. @throws {UserChanged} if the user has set up another one since. */
async function storeEnrolled(
  identity: Identity,
  { id: userId }: { readonly id: string },
  setup: Setup,
): Promise<undefined> {
  const { secondStep } = identity;
  const enrolled = secondStep?.enrolled;
  if (enrolled) {
    const { openTotpSecret, sealTotpSecret } = await proofs();
    const { secret } = await openTotpSecret(enrolled.totpSecret, secondStep.userId, setup);
    const totpSecret = await sealTotpSecret({ userId, secret }, setup);
    await noteMailbox(userId, null, setup.store);
    await changeSecondFactor(userId, ({ enabledAt }, version) => {
      if (enabledAt) {
        throw new UserChanged("Cannot set up the second factor: the user has set up another one since");
      }
      secondStep.noteRow?.({ userId, version, totpSecret });
      return { ...enrolled, totpSecret, enabledAt: new Date(setup.platform.now()) };
    }, rulesOf(setup));
  }
}

/**
 * Requests to the endpoints of all features.
 *
 * @module
 */

import { AccountDeletion } from "../../src/features/account_deletion/account_deletion.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { ACCOUNT_DELETION } from "./_endpoint_account_deletion.ts";
import { type Driven, get, inNew } from "./_endpoint_drives.ts";
import { PROVIDER_LOGOUT } from "./_endpoint_provider_logout.ts";
import { SECOND_FACTOR } from "./_endpoint_second_factor.ts";
import { SIGN_UP } from "./_endpoint_sign_up.ts";
import { Altcha } from "../../src/features/challenge/altcha.ts";
import { SignUp } from "../../src/features/sign_up/sign_up.ts";

export { openSignUp } from "./_endpoint_sign_up.ts";

/** Requests that succeed, and that fail. */
export const OF_FEATURES: Readonly<Record<string, Driven>> = {
  ...ACCOUNT_DELETION,
  ...PROVIDER_LOGOUT,
  ...SECOND_FACTOR,
  ...SIGN_UP,
  "GET challenge": {
    succeeds: [inNew(get("challenge"), { features: [Altcha({ script: "/captcha.js" })] })],
    fails: [inNew(get("challenge"))],
  },
};

/** A config with those whose endpoints get forms. */
export const WITH_FEATURES = { features: [SecondFactor(), AccountDeletion(), SignUp()] };

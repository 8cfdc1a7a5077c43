/**
 * Requests to the endpoints of all features.
 *
 * @module
 */

import { AccountDeletion } from "../../src/features/account_deletion/account_deletion.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { ACCOUNT_DELETION } from "./_endpoint_account_deletion.ts";
import { Administration } from "../../src/features/administration/administration.ts";
import { bare, broken, type Drive, type Driven, get, inNew, inSession, post } from "./_endpoint_drives.ts";
import { openActing } from "./_endpoint_worlds.ts";
import { PROVIDER_LOGOUT } from "./_endpoint_provider_logout.ts";
import { SECOND_FACTOR } from "./_endpoint_second_factor.ts";
import { SIGN_UP } from "./_endpoint_sign_up.ts";
import { Altcha } from "../../src/features/challenge/altcha.ts";
import { SignUp } from "../../src/features/sign_up/sign_up.ts";

/** A config whose only user is an administrator. */
export const WITH_STAFF = { features: [Administration({ isAdmin: () => true, pages: true })] };

const JSON_ONLY = { headers: { accept: "application/json" } };
const read = (path: string): Drive => ({ send }) => send(path, JSON_ONLY);

export { openSignUp } from "./_endpoint_sign_up.ts";

/** Requests that succeed, and that fail. */
export const OF_FEATURES: Readonly<Record<string, Driven>> = {
  ...ACCOUNT_DELETION,
  ...PROVIDER_LOGOUT,
  ...SECOND_FACTOR,
  ...SIGN_UP,
  "GET acting": {
    succeeds: [
      async () => await get("acting")(await openActing()),
      inSession(get("acting"), WITH_STAFF),
      inNew(get("acting"), WITH_STAFF),
    ],
    fails: [inSession(get("acting")), async () => await broken(get("acting"))(await openActing())],
  },
  "POST acting": {
    succeeds: [
      async () => await post("acting")(await openActing()),
      inSession(post("acting"), WITH_STAFF),
    ],
    fails: [
      inSession(post("acting")),
      async () => await bare("acting")(await openActing()),
      async () => await broken(post("acting"))(await openActing()),
    ],
  },
  "GET admin": {
    succeeds: ["admin", "admin?user=1"].flatMap((path) => [get(path), read(path)]).map((drive) =>
      inSession(drive, WITH_STAFF)
    ),
    fails: [
      inNew(get("admin"), WITH_STAFF),
      inNew(read("admin"), WITH_STAFF),
      inSession(read("admin?user=2"), WITH_STAFF),
      inSession(read("admin"), { features: [Administration({ isAdmin: () => false, pages: true })] }),
      inSession(get("admin"), { features: [Administration({ isAdmin: () => true })] }),
    ],
  },
  "POST admin": {
    succeeds: [inSession(post("admin", { action: "createUser", email: "grace@example.com" }), WITH_STAFF)],
    fails: [
      inSession(post("admin", { action: "banUser", user: "1" }), WITH_STAFF),
      inSession(bare("admin"), WITH_STAFF),
      inSession(post("admin", { action: "unknown" }), WITH_STAFF),
      inSession(post("admin")),
    ],
  },
  "GET challenge": {
    succeeds: [inNew(get("challenge"), { features: [Altcha({ script: "/captcha.js" })] })],
    fails: [inNew(get("challenge"))],
  },
};

/** A config with those whose endpoints get forms. */
export const WITH_FEATURES = {
  features: [SecondFactor(), AccountDeletion(), SignUp(), ...WITH_STAFF.features],
};

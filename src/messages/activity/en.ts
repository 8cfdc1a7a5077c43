/**
 * The messages about what has happened to an account in English.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Recent activity",
  signIn: "Signed in",
  stepUp: "Confirmed it was you",
  failed: "Failed sign-in",
  wrong: { password: "Wrong password", code: "Wrong code", passkey: "Passkey not accepted" },
  times: "{count} times",
  other: "Your account was changed",
};

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
  stepUp: "Identity confirmed",
  failed: "Failed sign-in",
  wrong: { password: "Wrong password", code: "Wrong code", passkey: "Passkey not accepted" },
  times: "{count} times",
  other: "Account changed",
  past: {
    passwordChanged: "Password changed",
    secondFactorReset: "Two-step verification turned off by support",
    deletionRequested: "Account deletion requested",
    deletionUndone: "Account deletion canceled",
    emailAdopted: "New email address",
    emailRestored: "Earlier email address restored",
    "change-username": "Username changed",
  },
};

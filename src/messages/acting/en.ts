/**
 * The messages about administrators who act as users in English.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "You're acting as another user",
  text: "{app} shows you what {name} sees.",
  closed: "Only {name} can change how they sign in, their devices and their account.",
  left: "Time left: {time}.",
  refused: "Nothing was changed. Try again from your own account.",
  stop: "Stop acting",
  overHeading: "You're no longer acting as another user",
  overText: "You'll continue as {name}.",
  goOn: "Continue",
  act: "Act as this user",
  actText: "You'll see {app} as they do, for {time}.",
  past: "Support at {app} used the account",
};

/**
 * The messages about user names in English.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Username",
  addressOrName: "Email or username",
  optionalAddress: "Email address (optional)",
  withoutAddress:
    "Without an address, you can't get back in if you forget your password. Add a passkey once you're signed in.",
  none: "You don't have a username yet.",
  choose: "Choose",
  chooseHeading: "Choose a username",
  chooseText: "You can sign in with it. Other people may see it.",
  change: "Change",
  changeHeading: "Change your username",
  changeText: "You'll sign in with the new one. The old one will no longer work.",
  wait: "You can change it again on {date}.",
  changed: "Your username was changed.",
  errors: {
    length: { what: "That username is too short or too long.", now: "Use {min} to {max} characters." },
    characters: {
      what: "That username has characters that can't be used.",
      now: "Use letters of one alphabet, digits, dots, hyphens and underscores.",
    },
    taken: { what: "That username is taken.", now: "Choose another one." },
    tooSoon: { what: "You changed your username not long ago.", now: "Try again after {date}." },
  },
};

/**
 * The pages of the account that several sections share. A section may bring one of its own.
 *
 * @module
 */

import { CARD, COMPUTER, DOWN, SHIELD } from "./account_signs.ts";
import type { AccountTab } from "./account_types.ts";

/** Who the user is. */
export const PROFILE: AccountTab = { id: "profile", sign: CARD, title: ({ profile }) => profile.heading };

/** How the user signs in. */
export const SECURITY: AccountTab = {
  id: "security",
  sign: SHIELD,
  title: ({ account }) => account.security,
};

/** How and where the user signs in, for one who suspects a thief: emails lead there. It stands in no list of tabs. */
export const SECURE: AccountTab = { id: "secure", sign: SHIELD, title: ({ account }) => account.secure };

/** Where the user is signed in. */
export const DEVICES: AccountTab = { id: "devices", sign: COMPUTER, title: ({ account }) => account.devices };

/** What is stored about the user. */
export const DATA: AccountTab = { id: "data", sign: DOWN, title: ({ account }) => account.data };

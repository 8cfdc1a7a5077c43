/**
 * The messages in English, from which the others are translated.
 *
 * @module
 */

import { account } from "./account/en.ts";
import { activity } from "./activity/en.ts";
import { deletion, deletionMails } from "./deletion/en.ts";
import { emailChange, emailChangeMails } from "./email_change/en.ts";
import { challenge } from "./challenge_en.ts";
import { english } from "./english.ts";
import { confirmation, mail, securityMails, verifyRequest } from "./mail_en.ts";
import { passkey, passkeyOffer } from "./passkeys_en.ts";
import { password, passwordMails } from "./passwords/en.ts";
import { signUp } from "./sign_up/en.ts";
import { userNames } from "./user_names/en.ts";
import { administration } from "./administration/en.ts";
import { profile } from "./profile/en.ts";
import type { Locale, Messages } from "./types.ts";

/** The messages. */
export const en: Messages = {
  ...english,
  challenge,
  verifyRequest,
  confirmation,
  mail,
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  securityMails,
  passkey,
  passkeyOffer,
  password,
  passwordMails,
};

/** English, the default. */
export const ENGLISH: Locale = { language: "en", direction: "ltr", messages: en };

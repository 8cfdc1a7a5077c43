/**
 * The messages in English, from which the others are translated.
 *
 * @module
 */

import { english } from "./english.ts";
import { password, passwordMails } from "./passwords/en.ts";
import { securityMails } from "./security_mails_en.ts";
import type { Locale, Messages } from "./types.ts";

/** The messages. */
export const en: Messages = { ...english, password, passwordMails, securityMails };

/** English, the default. */
export const ENGLISH: Locale = { language: "en", direction: "ltr", messages: en };

/**
 * Emails that tell a user what has happened to their account, as types.
 *
 * @module
 */

import type { PageName } from "../http/urls.ts";
import type { Locale, Messages } from "../messages/types.ts";
import type { Ending } from "../model/intent.ts";
import type { SecurityMails } from "../model/options.ts";
import type { NoticePurpose } from "../model/provider.ts";

/** An email about the account of a user. */
export interface Notice {
  /** The event. */
  readonly purpose: NoticePurpose;
  /** Id of the user. */
  readonly userId: string;
  /** Id of the provider of the way that was added or removed; the address, if it signs the user in no more. */
  readonly way?: string;
  /** Another address than that of the user: the one that was proven before. */
  readonly to?: string;
  /** That of a sign-in, with the language in which it began. A provider sends the browser back without it. Default: none. */
  readonly intent?: Ending["intent"];
  /** The messages, where `Messages` do not have them. */
  readonly words?: MailWords;
  /** The option that switches it off. Default: `ways` if there is a `way`, else `newDevice`. */
  readonly option?: keyof SecurityMails;
  /** The page that its link leads to. Default: the account page. */
  readonly page?: PageName;
  /** URL of its link, where that is no page by name. Default: `page`. */
  readonly url?: string;
  /** Whether the limits have counted it already, and nothing may drop it. Default `false`. */
  readonly isCounted?: boolean;
  /** The address of a user who is no longer stored, which they had proven. Default: that of the stored user. */
  readonly former?: string;
  /** Whether the people who run the application did it. The mail names no browser then. Default `false`. */
  readonly isOfStaff?: boolean;
}

/** Loads the messages of an email in a language: those that differ from the sign-in mail. */
export type MailWords = (locale: Locale) => Promise<Partial<Messages["mail"]>>;

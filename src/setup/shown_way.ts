/**
 * The part of a capability that pages of the core show: words and links of a way to sign in.
 *
 * @module
 */

import type { Messages } from "../messages/types.ts";
import type { LimitKind } from "../model/limits.ts";
import type { CAPABILITY_LINKS } from "../shapes/lists.ts";

/** What pages show of a way to sign in. */
export interface ShownWay {
  /** The name of its only provider, for users. Default: that of the provider. @param own The name that the application gave. */
  readonly wayName?: (messages: Messages, own: string | undefined) => string;
  /** Its pages to which the links of the theme lead that have their names, unless the application has others. */
  readonly links?: readonly ThemeLink[];
  /** The kind of attempt that a guess at its form is, and the link to a page that needs no guess. */
  readonly guess?: { readonly kind: LimitKind; readonly link: ThemeLink & keyof Messages["signIn"] };
  /** What the page says that waits for one of its mails, by `again` in its URL. Default: that of any mail. */
  readonly mailText?: (
    mail: RequestedAddress,
    again: string | null,
    messages: Messages,
  ) => Promise<ShownMail>;
}

/** What the page says. */
export interface ShownMail {
  /** Why the email was sent, if the user has not asked for it. Default: they have. */
  readonly why?: string | undefined;
  /** What was sent. Placeholder: `email`. Default: a link, and perhaps a code. */
  readonly sent?: string | undefined;
  /** The address as the page shows it. Default: as the mail has it. */
  readonly email?: string;
}

/** An email that a browser waits for, as its cookie has it, with fields of the capability. */
interface RequestedAddress {
  /** The address. */
  readonly identifier: string;
}

/** A link of the theme to a page of a capability. */
type ThemeLink = (typeof CAPABILITY_LINKS)[number];

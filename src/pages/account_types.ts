/**
 * The content of the account page, as plain data.
 *
 * @module
 */

import type { AccountData } from "../shapes/account.ts";
import type { Alerts } from "./alert.ts";
import type { Html, Part } from "../markup/html.ts";
import type { Messages } from "../messages/types.ts";
import type { Tile } from "./style.ts";
import type { PageBase, PasskeyScript, SignInVisit } from "./types.ts";

/** A page of the account with an address of its own: `account/<id>`. */
export interface AccountTab {
  /** The end of its address. */
  readonly id: string;
  /** Its sign: the path of an SVG of 24 units. */
  readonly sign: string;
  /** Its name. */
  readonly title: (messages: Messages) => string;
  /** URL of the page of the application in its place. */
  readonly href?: string | undefined;
}

/** What the account page recommends. */
export interface Advice {
  /** Its name, by which the user puts it away. */
  readonly id: string;
  /** The page shows the one with the lowest. */
  readonly rank: number;
  /** Its sign: the path of an SVG of 24 units. */
  readonly sign: string;
  /** What to do. */
  readonly title: Part;
  /** Why. */
  readonly text: string;
  /** The link or the form that does it: the page hides the advice while the form is hidden. */
  readonly action: Html;
}

/** A card. */
export interface AccountCard {
  /** The page that it stands on. */
  readonly tab: AccountTab;
  /** Its HTML; `null`: a tab without a card. */
  readonly html: Html | null;
  /** Whether a user who suspects a thief needs it. Default: on the pages about sign-in and devices, and on those of an application. */
  readonly isOfSecurity?: boolean;
}

/** The part of the account page that a section makes. */
export interface AccountPart {
  /** Its cards. Default: none. */
  readonly cards?: readonly AccountCard[];
  /** What it recommends. Default: nothing. */
  readonly advice?: readonly Advice[];
  /** Messages after a change, by the value of `done` in the URL. */
  readonly done?: Readonly<Record<string, string>> | undefined;
  /** The names of what was changed, by the value of `done`, where the URL has none. Default: none. */
  readonly names?: Readonly<Record<string, string | null>>;
  /** Messages after a failure, by the value of `error` in the URL. */
  readonly errors?: Alerts | undefined;
  /** The failure that its card shows at a field: the page does not show it on top. Default: none. */
  readonly shownError?: string | undefined;
  /** Appearance of the pictures in `html`. */
  readonly tiles?: readonly Tile[];
  /** URLs of its images, each accepted by `imageSource`. */
  readonly images?: readonly string[];
  /** URL of the picture of the user, one of `images`. Default: none. */
  readonly picture?: string;
  /** Rules of its cards, behind those of the page. Default: none. */
  readonly style?: string;
  /** The script for passkeys, if it needs that. */
  readonly script?: PasskeyScript | undefined;
}

/** A row in the list of ways to sign in. */
export interface WayRow {
  /** Its HTML. */
  readonly html: Html;
  /** Its name, if the user can sign in with it; `null` if it only offers to add a way. */
  readonly way: string | null;
  /** Messages after a change of it, by the value of `done` in the URL. Default: none. */
  readonly done?: Readonly<Record<string, string>>;
}

/** The account page, as all its sections see it. */
export interface SectionPage extends PageBase, Pick<SignInVisit, "csrfToken"> {
  /** The data of the user. */
  readonly data: AccountData;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  /** `ui_locales` of the request; goes into each form. Default: none. */
  readonly locales?: string | null;
  /** URL that the forms post to. */
  readonly action: string;
  /** URL of this page. */
  readonly accountUrl: string;
  /** URL of a tab; with empty text, of all of them. */
  readonly urlOf: (tab: string) => string;
}

/** The page on which users manage how they sign in and where they are signed in. */
export interface AccountPage extends SectionPage {
  /** URL of the sign-out page. */
  readonly signOutUrl: string;
  /** The parts of its sections, in their order. */
  readonly parts: readonly AccountPart[];
  /** Id of the tab that is open; `null` for all of them. */
  readonly tab: string | null;
  /** The advice that the user has put away, by `id`. */
  readonly dismissed: readonly string[];
  /** The change that was made before: any text, as it comes from the query. */
  readonly done: string | null;
  /** The name of what was changed, if the page has it. */
  readonly changed: string | null;
  /** Why a change was not made before: any text, as it comes from the query. */
  readonly error: string | null;
}

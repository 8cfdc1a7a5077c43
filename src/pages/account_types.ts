/**
 * The content of the account page, as plain data.
 *
 * @module
 */

import type { AccountData } from "./account_data.ts";
import type { Alerts } from "./alert.ts";
import type { Html } from "../markup/html.ts";
import type { Tile } from "./style.ts";
import type { PageBase, PasskeyScript, SignInVisit } from "./types.ts";

/** What a section puts on the account page. */
export interface AccountPart {
  /** Its HTML. Default: none. */
  readonly html?: Html | null;
  /** What the page says after a change, by the value of `done` in the URL. */
  readonly done?: Readonly<Record<string, string>>;
  /** What it says of a failure, by the value of `error` in the URL. */
  readonly errors?: Alerts;
  /** Appearance of the pictures in `html`. */
  readonly tiles?: readonly Tile[];
  /** URLs of its images, each accepted by `imageSource`. */
  readonly images?: readonly string[];
  /** The script for passkeys, if it needs that. */
  readonly script?: PasskeyScript | undefined;
}

/** A row in the list of ways to sign in. */
export interface WayRow {
  /** Its HTML. */
  readonly html: Html;
  /** Whether the user can sign in with it. Otherwise it only offers to add a way. */
  readonly isWay: boolean;
}

/** What every section of the account page needs of it. */
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
}

/** The page on which users manage how they sign in and where they are signed in. */
export interface AccountPage extends SectionPage {
  /** URL of the sign-out page. */
  readonly signOutUrl: string;
  /** What the sections put on it, in their order. */
  readonly parts: readonly AccountPart[];
  /** The change that was made before: any text, as it comes from the query. */
  readonly done: string | null;
  /** Why a change was not made before: any text, as it comes from the query. */
  readonly error: string | null;
}

/**
 * The options of the account page.
 *
 * @module
 */

import type { AccountUser } from "../../shapes/account.ts";
import type { Key } from "../../values/typed_map.ts";
import type { Awaitable } from "../../values/types.ts";

/** The options of the account page. */
export interface AccountPageOptions {
  /**
   * What the page shows, in this order: sections of the library by their names, and sections of the application. What is left out
   * is not shown; `GET account-data` has its data, and `POST account` makes its changes. Default: all of the library.
   */
  readonly sections?: readonly (AccountSectionName | OwnSection)[];
  /** Whether the page recommends what to do next, such as adding a passkey. Default `true`. */
  readonly recommend?: boolean;
}

/** The name of a section of the library. That of a feature is the feature's name. */
export type AccountSectionName =
  | "userProfile"
  | "ways"
  | "secondFactor"
  | "sessions"
  | "emailChange"
  | "accessTokens"
  | "activityLog"
  | "dataExport"
  | "accountDeletion"
  | (string & Record<never, never>);

/** A section of the application on the account page: it has `html` or `href`. */
export interface OwnSection {
  /** The end of its address, `account/<id>`: lower case letters, digits and hyphens. */
  readonly id: string;
  /** Its name. A function gets the language of the page, a tag such as `de` (RFC 5646). */
  readonly title: string | ((language: string) => string);
  /** Makes what stands in its card, as HTML: escape what people have written. The page's policy admits no script and no style in it. */
  readonly html?: (page: OwnSectionPage) => Awaitable<string>;
  /** URL of a page of the application, to which the page links in place of its own address. */
  readonly href?: string;
  /** Its sign: the path of an SVG, 24 units square, which is drawn as a line. Default: a square. */
  readonly sign?: string;
}

/** The user and the language that a section of the application is made for. */
export interface OwnSectionPage {
  /** Id of the user. */
  readonly userId: string;
  /** Name, address and picture of the user. */
  readonly user: AccountUser;
  /** Language of the page, a tag such as `de` (RFC 5646). */
  readonly language: string;
}

/** Names the options of the account page, as the application has written them: `shown.ts` checks them. */
export const ACCOUNT_PAGE: Key<AccountPageOptions> = { name: "accountPage" };

/** The ends of the addresses of its parts: `account/security`. A wrong option is an error later: see `shown.ts`. */
export function tabsIn(options: AccountPageOptions | null): readonly string[] {
  const own = [options?.sections ?? []].flat() as readonly Partial<OwnSection>[];
  return ["security", "devices", "secure", ...own.flatMap((each) => each?.html && each.id || [])];
}

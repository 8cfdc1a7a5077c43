/**
 * The options of the account page, and the rules that come of them.
 *
 * @module
 */

import { failedOf, type OptionCheck } from "../../errors/checks.ts";
import { toError } from "../../config/session_check.ts";
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
export type AccountSectionName = "ways" | "secondFactor" | "sessions" | (string & Record<never, never>);

/** A section of the application on the account page: it has `html`, `href`, or both. */
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

/** What a section of the application is made for. */
export interface OwnSectionPage {
  /** Id of the user. */
  readonly userId: string;
  /** Name, address and picture of the user. */
  readonly user: AccountUser;
  /** Language of the page, a tag such as `de` (RFC 5646). */
  readonly language: string;
}

/** The options, completed. */
export interface AccountPageRules {
  /** The sections in their order; `null`: all of the library. */
  readonly sections: readonly (string | OwnSection)[] | null;
  /** Whether the page recommends something. */
  readonly recommends: boolean;
}

/** Names the rules of the account page. */
export const ACCOUNT_PAGE: Key<AccountPageRules> = { name: "accountPage" };

/** Completes the options. @throws {ConfigError} if they are not valid. */
export function accountPageRules(options: unknown): AccountPageRules {
  const [mistake] = failedOf(checksOf(options));
  if (mistake) throw toError(mistake);
  const { sections, recommend = true }: AccountPageOptions = Object(options);
  return { sections: sections ?? null, recommends: recommend };
}

/** The rules of the options that types cannot express. */
function checksOf(options: unknown): readonly OptionCheck[] {
  const { sections = [], recommend = true }: Partial<Record<string, unknown>> = Object(options);
  const list: readonly unknown[] = Array.isArray(sections) ? sections : [];
  const ids = list.map((each) => typeof each === "string" ? each : Object(each).id);
  const where = "AccountPage({ sections })";
  return [
    [
      "AccountPage",
      typeof options !== "object" || options === null,
      "call it with an object, or with nothing",
    ],
    [where, !Array.isArray(sections), "write a list of names and of sections of your own"],
    [
      where,
      !list.every((each) => typeof each === "string" || isOwnSection(Object(each))),
      'write names such as "ways", and for a section of your own `{ id, title, html }` or `{ id, title, href }`; its `id` has lower ' +
      "case letters, digits and hyphens",
    ],
    [where, new Set(ids).size < ids.length, "write each section once"],
    ["AccountPage({ recommend })", typeof recommend !== "boolean", "write `true` or `false`"],
  ];
}

function isOwnSection({ id, title, html, href, sign }: Partial<Record<string, unknown>>): boolean {
  return typeof id === "string" && /^[a-z][a-z0-9-]*$/.test(id) &&
    (typeof title === "function" || typeof title === "string" && title !== "") &&
    (html === undefined ? typeof href === "string" : typeof html === "function") &&
    (href === undefined || typeof href === "string") && (sign === undefined || typeof sign === "string");
}

/**
 * A user whom staff looks at, for the cards of their page.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import type { AdministrationAction } from "../../../shapes/administration.ts";
import type { NamedPerson, UserDetails } from "../details.ts";
import type { OwnField } from "../own_fields.ts";
import { type AdminPage, nameOf } from "./frame.ts";
import type { ShownLog } from "./log.ts";

/** A user, as the page shows them. */
export interface ShownUser extends UserDetails {
  /** Whether the person who looks may see the list. */
  readonly mayList: boolean;
  /** Whether they are the person who looks. */
  readonly isSelf: boolean;
  /** Who has banned them; `null` if no one has, or that is not known. */
  readonly bannedBy: NamedPerson | null;
  /** What a user name is called; `null` where users have none. */
  readonly identifierKind: string | null;
  /** The names of providers, by their ids. */
  readonly providers: ReadonlyMap<string, string>;
  /** The fields of the application that the config names. */
  readonly fields: readonly OwnField[];
  /** What other capabilities know about them, such as what they have done. */
  readonly cards: readonly Html[];
  /** What staff has done to them; `null` if the person may not see it. */
  readonly log: ShownLog | null;
}

/** What a question asks, and about whom. */
export function asked(what: string, shown: ShownUser, page: AdminPage): Html {
  return markup`${what} – <bdi>${nameOf(shown, page)}</bdi>`;
}

/** Whether the person may do something. */
export function may({ may }: UserDetails, name: AdministrationAction): boolean {
  return may.includes(name);
}

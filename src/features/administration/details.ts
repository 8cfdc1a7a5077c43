/**
 * What the page about a user shows, and a script gets.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { Locale } from "../../messages/types.ts";
import { shownName } from "../../pages/person.ts";
import { wayName } from "../../pages/way_name.ts";
import type { AccountOwner } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AccountData } from "../../shapes/account.ts";
import type { AdministrationAction } from "../../shapes/administration.ts";
import { factorsOf, isOn } from "../../sign_in/freshness.ts";
import { identifierOf } from "../../sign_in/identifiers.ts";
import { accountSections } from "../../sign_in/hooks.ts";
import { readWaysOf } from "../../sign_in/ways/overview.ts";
import type { Way } from "../../sign_in/ways/ways.ts";
import { toIso } from "../../values/iso_date.ts";
import { onOneLine } from "../../values/printable_name.ts";
import { allowedOf } from "./allowed.ts";
import type { Staff } from "./guard.ts";
import { listActions } from "./list_actions.ts";
import type { ListedStaffActions } from "./log_types.ts";
import { isAdmin, rulesOf } from "./rules.ts";
import { describeSessions, ownerOf } from "./sessions.ts";
import type { AdministeredSession, AdministeredUser } from "./types.ts";
import { findUser } from "./users.ts";

/** A way to sign in, without what signs in by it. */
export interface AdministeredWay {
  /** What it is. */
  readonly type: "email" | "password" | "passkey" | "account";
  /** Name of the provider, or of the passkey, as pages show it. */
  readonly name: string;
  /** Address, or name at the provider; `null` without one. */
  readonly label: string | null;
  /** When it was added, set or proven, as an ISO 8601 date-time; `null` if unknown. */
  readonly createdAt: string | null;
  /** Its last use, as an ISO 8601 date-time; `null` if unknown. */
  readonly usedAt: string | null;
}

/** A user, with all that their page has. */
export interface UserDetails extends AdministeredUser {
  /** Whether no one may ban or remove them. */
  readonly isAdmin: boolean;
  /** The ways to sign in; `null` if they cannot be listed. */
  readonly ways: readonly AdministeredWay[] | null;
  /** Whether they have turned a second factor on; `null` where no one can. */
  readonly secondFactor: boolean | null;
  /** The sessions; `null` if they cannot be listed, or not by this person. */
  readonly sessions: readonly AdministeredSession[] | null;
  /** What they have done, and what has failed, the newest first. Empty without `ActivityLog()`. */
  readonly activities: NonNullable<AccountData["activities"]>;
  /** The providers whose tokens the library has for the application, and for what; never a token. Empty without `AccessTokens()`. */
  readonly connections: NonNullable<AccountData["connections"]>;
  /** What staff has done to them, the newest first, as `listActions` lists it; `null` if this person may not see it. */
  readonly actions: ListedStaffActions | null;
  /** The functions that may be called now with them. */
  readonly may: readonly AdministrationAction[];
}

/** A user, as far as their name needs it. */
export interface NamedPerson {
  /** Their name and address. */
  readonly user: Pick<AdapterUser, "name" | "email">;
  /** Their user name, for users without both; `null` without one. */
  readonly identifier: string | null;
}

/** The user as sections of the account page know them: their session is none of this request. */
export interface Described {
  /** The same. */
  readonly owner: AccountOwner;
  /** All that is shown. */
  readonly details: UserDetails;
}

/** Reads it. @throws {AdapterError} if the database fails. */
export async function describe(
  { user, ban, identifier }: AdministeredUser,
  { staff, incoming, locale }: {
    readonly staff: Staff;
    readonly incoming: Incoming;
    readonly locale: Locale;
  },
  setup: Setup,
): Promise<Described> {
  const userId = String(user.id);
  const factors = await factorsOf(userId, setup);
  const ways = await readWaysOf(user, setup);
  const authenticators = ways && ways.list.flatMap(({ authenticator }) => authenticator ?? []);
  const owner = ownerOf(user, { authenticators, factors });
  const { password, activities = [], connections = [] } = await saidBySections(
    owner,
    { incoming, locale },
    setup,
  );
  const secondFactor = factors.length > 0 ? factors.some(isOn) : null;
  const isProtected = await isAdmin(user, rulesOf(setup));
  const may = await allowedOf({ user, ban, staff, isAdmin: isProtected, secondFactor }, setup);
  const by = { setup, actorId: String(staff.actor.id) };
  return {
    owner,
    details: {
      ...{ user, ban, identifier, isAdmin: isProtected },
      ways: ways && [
        ...ways.mail
          ? [{
            ...{
              type: "email" as const,
              name: wayName(ways.mail, setup, locale.messages),
              label: user.email,
            },
            ...{ createdAt: toIso(user.emailVerified), usedAt: null },
          }]
          : [],
        ...password?.isSet
          ? [{
            ...{ type: "password" as const, name: locale.messages.signIn.password, label: null },
            ...{ createdAt: password.setAt, usedAt: null },
          }]
          : [],
        ...ways.list.map((way) => toShown(way, locale, setup)),
      ],
      secondFactor,
      sessions: may.has("listSessions") ? await describeSessions(owner, setup) : null,
      ...{ activities, connections },
      actions: may.has("listActions") ? await listActions([{ userId }], by) : null,
      may: [...may],
    },
  };
}

/** The fields of the sections of the account page that staff may read. */
async function saidBySections(
  owner: AccountOwner,
  { incoming, locale: { messages } }: { readonly incoming: Incoming; readonly locale: Locale },
  setup: Setup,
): Promise<Partial<AccountData>> {
  const sections = (await accountSections(setup)).filter(({ toStaffCard }) => toStaffCard);
  return Object.assign(
    {},
    ...await Promise.all(sections.map(({ read }) => read?.(owner, { incoming, messages }, setup))),
  );
}

function toShown(
  { account, authenticator, provider }: Way,
  { messages }: Locale,
  setup: Setup,
): AdministeredWay {
  if (authenticator) {
    const { name, createdAt, usedAt } = authenticator;
    return {
      ...{ type: "passkey", name: name ? onOneLine(name) : messages.account.passkey, label: null },
      ...{ createdAt: toIso(createdAt), usedAt: toIso(usedAt) },
    };
  }
  return {
    type: "account",
    name: provider ? wayName(provider, setup, messages) : account.provider,
    label: account.label ? onOneLine(account.label) : null,
    createdAt: toIso(account.createdAt),
    usedAt: null,
  };
}

/** A user who has banned another: their name needs no more. */
export async function findNamed(id: string | null, setup: Setup): Promise<NamedPerson | null> {
  const user = id === null ? null : await findUser(id, setup);
  return user && await toNamed(user, setup);
}

/** A user with what pages call them. */
export async function toNamed(user: AdapterUser, setup: Setup): Promise<NamedPerson> {
  const identifier = shownName(user) === null ? await identifierOf(String(user.id), setup) : null;
  return { user, identifier };
}

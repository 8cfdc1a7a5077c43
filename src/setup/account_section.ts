/**
 * The sections of the account page.
 *
 * @module
 */

import type { MailPurpose } from "../model/provider.ts";
import type { AccountData } from "../shapes/account.ts";
import type { AccountPart, SectionPage, WayRow } from "../pages/account_types.ts";
import type { Entry } from "../values/typed_map.ts";
import type {
  AccountKey,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from "../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { Html } from "../markup/html.ts";
import type { Locale, Messages } from "../messages/types.ts";
import type { User } from "../values/types.ts";

/** Whether a session may change the account, and how its user can prove who they are. Read once for a request. */
export interface Freshness {
  /** Whether the user has signed in a short time ago, and proven the second factor if they have one. */
  readonly isFresh: boolean;
  /**
   * Whether the user is asked to make it fresh before they add a way to sign in: it was fresh once, or lacks the second factor. Where
   * the time is not known, the question about the account asks.
   */
  readonly canBecomeFresh: boolean;
  /** Whether the user has a second factor that this session has not proven. */
  readonly lacksLevel: boolean;
  /** The second factors that the user may have. */
  readonly factors: readonly Factor[];
}

/** A way to sign in that a user removes. */
export interface RemovedWay {
  /** Id of the user. */
  readonly userId: string;
  /** The way. */
  readonly removed: StoredWay;
  /** All ways of the user, this one among them. */
  readonly all: readonly StoredWay[];
}

/** A way to sign in, as it is stored. */
interface StoredWay {
  /** Its account. */
  readonly account: AccountKey;
  /** Its passkey, if it has one. */
  readonly authenticator?: AdapterAuthenticator;
}

/** A second factor: a user proves it beside their way to sign in, which raises the session to level 2. */
export interface Factor {
  /** Whether the user has turned it on. */
  readonly isOn: boolean;
  /** Whether each sign-in of the user asks for it, or for its set-up. @throws {ServerError} if the application cannot say it. */
  readonly isAsked: (user: User) => Promise<boolean>;
  /** Path of the endpoint that asks for it. */
  readonly path: string;
  /** Its stored row, which only its capability reads. */
  readonly stored: Entry;
}

/** The user whose account page is shown, as the request has read them. */
export interface AccountOwner extends Freshness {
  /** Id of the user. */
  readonly userId: string;
  /** The user as stored; `null` without a database. */
  readonly user: AdapterUser | null;
  /** The passkeys and security keys of the user; `null` if they cannot be listed. */
  readonly authenticators: readonly AdapterAuthenticator[] | null;
}

/** A section of the account page: what it reads, what it shows, and what its forms change. @typeParam S The setup. */
export interface AccountSection<S, O extends AccountOwner = AccountOwner> {
  /** Its name, by which an application orders the sections: that of its feature. */
  readonly name: string;
  /** Whether it stands above the ways to sign in, below the sessions, or last, unless the application orders it otherwise. Default: between. */
  readonly place?: "first" | "late" | "last";
  /**
   * Values of `done` after which the ways or the name of the user differ, of which passkey managers hear. Not an addition: a replica may
   * lack it yet, and they would hide it. Default: none.
   */
  readonly signalled?: readonly string[];
  /** Reads its fields of the data. Default: none. @throws {AdapterError} if the database fails. */
  readonly read?: (owner: O, request: SectionRequest, setup: S) => Promise<Partial<AccountData>>;
  /** What it has stored in the row of a user, by name, for the file with their data. Default: nothing. */
  readonly exported?: (user: AdapterUser, setup: S) => Promise<Readonly<Record<string, unknown>>>;
  /** Makes its part of the page. Default: none. @throws {AdapterError} if the database fails. */
  readonly toPart?: (page: SectionPage, request: PartRequest<S, O>, setup: S) => Promise<AccountPart>;
  /**
   * Makes its card of the page for staff about a user, which changes nothing; `null` for no card. Where it's absent, staff doesn't get what
   * `read` returns either. Default: absent. @throws {AdapterError} if the database fails.
   */
  readonly toStaffCard?: (page: SectionPage, request: PartRequest<S, O>, setup: S) => Promise<Html | null>;
  /** Makes its row in the list of ways to sign in. Default: none. */
  readonly toRow?: (page: SectionPage, request: PartRequest<S, O>, setup: S) => Promise<readonly WayRow[]>;
  /** The messages of its emails, by their purposes: see `Notice`. Default: none but those of all configs. */
  readonly mails?: (locale: Locale, setup: S) => Promise<MailSubjects>;
  /** Says of each session how it began; `null` if it does not know. Default: it never does. @throws {AdapterError} if the database fails. */
  readonly beginnings?: (
    sessions: readonly AdapterSession[],
    owner: O,
    setup: S,
  ) => Promise<readonly (SessionBeginning | null)[]>;
  /** Pages at `account/<tab>` that need no session, by the tab: whoever has the link of an email may open them. Default: none. */
  readonly pages?: Readonly<Record<string, (incoming: Incoming, setup: S) => Promise<Outcome>>>;
  /** The answers to their forms, by the value of `action`. They check by themselves whose form it is. Default: none. */
  readonly forms?: Readonly<Record<string, (incoming: Incoming, setup: S) => Promise<Outcome>>>;
  /** The changes that a `POST account` asks for, by the value of `action`. Default: none. */
  readonly changes?: Readonly<Record<string, AccountChange<S, O>>>;
}

/** The subjects of emails, by their purposes. */
export type MailSubjects = Readonly<Partial<Record<MailPurpose, { readonly subject: string }>>>;

/** How a session began. */
export interface SessionBeginning {
  /** Id of the provider, if it is known. */
  readonly way: string | null;
  /** Where, as the application says it, if it does. */
  readonly location: string | null;
}

/** A request for the data of the account page. */
export interface SectionRequest {
  /** The request. */
  readonly incoming: Incoming;
  /** The words for ways to sign in. */
  readonly messages: Messages;
}

/** A request for the account page. @typeParam S The setup. */
interface PartRequest<S, O extends AccountOwner> {
  /** The user. */
  readonly owner: O;
  /** The request. */
  readonly incoming: Incoming;
  /** All sections of the page. */
  readonly sections: readonly TellingSection<S>[];
}

/** A section, as far as it has words for what has happened. @typeParam S The setup. */
export interface TellingSection<S> extends Pick<AccountSection<S>, "mails"> {
  /** Its changes. */
  readonly changes?: Readonly<Record<string, Pick<AccountChange<S, AccountOwner>, "past">>>;
}

/** A change that a form of the account page asks for. @typeParam S The setup. */
interface AccountChange<S, O extends AccountOwner> {
  /** Value of `done` in the URL of the page afterwards. */
  readonly done: string;
  /** Whether it needs a fresh session. */
  readonly needsFresh: boolean;
  /** What it is about, as `of` in the URL of the page afterwards. The page shows a name for it if it knows one. Default: nothing. */
  readonly of?: (owner: O, incoming: Incoming, setup: S) => Promise<string | undefined>;
  /** What it does, for the page that asks whether to send a kept form. Default: that page does not say it. */
  readonly what?: (owner: O, request: SectionRequest, setup: S) => Promise<string>;
  /** What a user has done by it, for a record of it, if no email tells the user of it. Default: none is kept. */
  readonly past?: (messages: Messages) => string;
  /** Makes the change. */
  run(owner: O, incoming: Incoming, setup: S): Promise<ChangeResult>;
}

/**
 * The result of a change: the cookies to set; the reason why it was refused, as `error` in the URL of the page, alone or with what
 * the page shows then; `"NotFresh"`, if the user has to prove first that it is them; or the answer of the request.
 */
type ChangeResult = string | readonly SetCookie[] | Refusal | { readonly answer: Outcome };

/** A change that was refused, for a form that the page shows again. */
interface Refusal {
  /** The reason, as `error` in the URL of the page. */
  readonly error: string;
  /** What is wrong, as `of` there. */
  readonly of: string;
  /** The cookies that keep the form. */
  readonly cookies: readonly SetCookie[];
}

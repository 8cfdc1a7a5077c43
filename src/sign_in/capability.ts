/**
 * The modules of a way to sign in, which a provider of this library brings with it, or of an option, which its function
 * brings. A worker has only those that it imports. All other doors hand in those of all providers (`core/capabilities.ts`),
 * for plain objects. Integrations whose applications load files hand in those of options, too (`core/file_capabilities.ts`).
 *
 * @module
 */

import type { AdapterAuthenticator, AdapterUser } from "../adapters/types.ts";
import type { Capability, EmailProvider, SetupProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { ConfigError } from "../errors/errors.ts";
import type { CapabilityEndpoint } from "../http/endpoints.ts";
import type { Route } from "../http/route.ts";
import type { Incoming, Outcome, SetCookie } from "../http/types.ts";
import type { Locale, MailMessages, Messages } from "../messages/types.ts";
import type { AccessTokenResult, TokenRequest, TokensToRevoke, WantedToken } from "../model/access_tokens.ts";
import type { Identity } from "../model/identity.ts";
import type { NoticePurpose } from "../model/provider.ts";
import type { SealedKind } from "../model/sealed_rows.ts";
import type { AccountData } from "../pages/account_data.ts";
import type { AccountPart, SectionPage, WayRow } from "../pages/account_types.ts";
import { capability } from "../values/markers.ts";
import type { LoggerInstance } from "../values/types.ts";
import type { Decision } from "./decision.ts";
import type { Freshness } from "./freshness.ts";
import type { Ending } from "./intent.ts";
import type { SignInMethod } from "./method.ts";

/** The places of the core where a way to sign in, or an option, takes part. */
export interface SignInCapability<P extends SetupProvider> extends Capability {
  /** Loads the method. */
  readonly method: () => Promise<SignInMethod<P>>;
  /** The endpoints that only this way has. */
  readonly routes?: Readonly<Partial<Record<CapabilityEndpoint, Route<Setup>>>>;
  /**
   * A step between a user who is known and the first write, such as a question. Returns an answer instead of the identity to
   * go on with, and calls `complete()` itself when the user is back.
   */
  readonly beforeWrites?: (
    identity: Identity,
    known: KnownUser,
    setup: Setup,
  ) => Promise<Outcome | Identity>;
  /**
   * A step between a user who is known and a session that begins, such as storing a password. Returns the generation in which
   * the session begins, if it has changed. @throws {AuthError} to refuse the sign-in.
   */
  readonly beforeSession?: (
    identity: Identity,
    user: { readonly id: string },
    setup: Setup,
  ) => Promise<number | undefined>;
  /** Returns an access token for the API of a provider, and the cookies to set. */
  readonly accessToken?: (
    wanted: WantedToken,
    request: TokenRequest | null,
    setup: Setup,
  ) => Promise<AccessTokenResult>;
  /** Revokes tokens of a user at the providers. Returns the cookies to set. */
  readonly revokeTokens?: (
    wanted: TokensToRevoke,
    request: TokenRequest | null,
    setup: Setup,
  ) => Promise<readonly SetCookie[]>;
  /** Cookies that belong to a session that has begun. */
  readonly sessionCookies?: (
    began: BeganSession,
    incoming: Incoming,
    setup: Setup,
  ) => Promise<readonly SetCookie[]>;
  /**
   * A user wants to sign out at the provider, too: called before the session ends here. Returns what leads there afterwards;
   * `null` if nothing does. @throws {AdapterError} if the database fails.
   */
  readonly beforeSignOut?: (incoming: Incoming, setup: Setup) => Promise<LeaveProvider | null>;
  /**
   * All sessions of a user end together, but for one at most. Returns what forgets afterwards what was stored beside them. Neither
   * rejects.
   */
  readonly beforeSessionsEnd?: (
    userId: string,
    setup: Pick<Setup, "providerLogout" | "logger">,
  ) => Promise<EndedSessions>;
  /** The rows of the database whose content it seals. */
  readonly sealed?: () => Promise<SealedKind<Setup>>;
  /** A user has got another password: what was remembered of devices must be forgotten. @throws {AdapterError} if that fails. */
  readonly afterPasswordChange?: (userId: string, setup: Setup) => Promise<void>;
  /** What the account page shows of it, loaded with that page. */
  readonly account?: () => Promise<AccountSection>;
  /** Tells a user by mail what has happened to their account. Never rejects. */
  readonly notify?: (notice: Notice, incoming: Incoming, setup: Setup) => Promise<void>;
  /** Checks at start, in the background, that the package of a provider is installed. Logs what is missing. */
  readonly checkPackage?: (provider: P, logger: LoggerInstance) => Promise<void>;
  /** The same for a package that is no provider's. */
  readonly checkOwnPackage?: (logger: LoggerInstance) => Promise<void>;
}

/** A session that has begun. */
export interface BeganSession {
  /** Whose account has begun it. */
  readonly identity: Identity;
  /** Id of the user. */
  readonly userId: string;
  /** Whether the account was added to the session before, which goes on. */
  readonly isContinued: boolean;
  /** When the session ends, in milliseconds since the epoch. */
  readonly expires: number;
  /** The cookies that the answer sets. */
  readonly cookies: readonly SetCookie[];
}

/** Forgets what was stored beside sessions that have ended, all but the one with the key `kept`. */
export type EndedSessions = (kept: string | null) => Promise<void>;

/** Where a user goes who has signed out, and the cookies to set. */
export interface SignOutWay {
  /** Absolute URL. */
  readonly redirect: string;
  /** Cookies to set. */
  readonly cookies: readonly SetCookie[];
}

/** Leads a user who has signed out to the provider, and from there to an address that was checked. */
export type LeaveProvider = (returnTo: string) => Promise<SignOutWay>;

/** The user whose account page is shown, as the request has read them. */
export interface AccountOwner extends Freshness {
  /** Id of the user. */
  readonly userId: string;
  /** The user as stored; `null` without a database. */
  readonly user: AdapterUser | null;
  /** The passkeys and security keys of the user; `null` if they cannot be listed. */
  readonly authenticators: readonly AdapterAuthenticator[] | null;
}

/** A section of the account page: what it reads, what it shows, and what its forms change. */
export interface AccountSection<O extends AccountOwner = AccountOwner> {
  /** Reads its fields of the data. @throws {AdapterError} if the database fails. */
  readonly read: (owner: O, request: SectionRequest, setup: Setup) => Promise<Partial<AccountData>>;
  /** Makes its part of the page. @throws {AdapterError} if the database fails. */
  readonly toPart: (page: SectionPage, request: PartRequest<O>, setup: Setup) => Promise<AccountPart>;
  /** Makes its row in the list of ways to sign in. Default: none. */
  readonly toRow?: (page: SectionPage, request: PartRequest<O>, setup: Setup) => Promise<readonly WayRow[]>;
  /** The changes that a `POST account` asks for, by the value of `action`. Default: none. */
  readonly changes?: Readonly<Record<string, AccountChange<O>>>;
}

/** A request for the data of the account page. */
export interface SectionRequest {
  /** The request. */
  readonly incoming: Incoming;
  /** The words for ways to sign in. */
  readonly messages: Messages;
}

/** A request for the account page. */
export interface PartRequest<O extends AccountOwner> {
  /** The user. */
  readonly owner: O;
  /** The request. */
  readonly incoming: Incoming;
}

/** A change that a form of the account page asks for. */
export interface AccountChange<O extends AccountOwner> {
  /** Value of `done` in the URL of the page afterwards. */
  readonly done: string;
  /** Whether it needs a fresh session. */
  readonly needsFresh: boolean;
  /** Makes the change. */
  run(
    owner: O,
    context: { readonly incoming: Incoming; readonly setup: Setup },
  ): Promise<ChangeResult>;
}

/**
 * The result of a change: the cookies to set; the reason why it was refused, as `error` in the URL of the page; or the answer of
 * the request.
 */
export type ChangeResult = string | readonly SetCookie[] | { readonly answer: Outcome };

/** What a user is told by mail. */
export interface Notice {
  /** What has happened. */
  readonly purpose: NoticePurpose;
  /** Id of the user. */
  readonly userId: string;
  /** Id of the provider of the way that was added or removed. */
  readonly way?: string;
  /** Another address than that of the user: the one that was proven before. */
  readonly to?: string;
  /** The messages, where `Messages` do not have them. */
  readonly words?: MailWords;
}

/** Loads the messages of a mail in a language: those that differ from the sign-in mail. */
export type MailWords = (locale: Locale) => Promise<Partial<MailMessages>>;

/** What is known of a sign-in before the first write. */
export interface KnownUser {
  /** Whose account it is; `null` if the application has found the user itself. */
  readonly decision: Decision | null;
  /** The request that ends the sign-in. */
  readonly ending: Ending;
}

/** Returns the provider with its code, also for the copies that an application makes of it. */
export function withCapability<T extends object, P extends SetupProvider>(
  provider: T,
  code: SignInCapability<P>,
): T {
  return { ...provider, [capability]: code };
}

/** The code that a provider of a setup brings; `null` for OAuth, whose code is in the core. */
export function capabilityOf<P extends SetupProvider>(provider: P): SignInCapability<P> | null {
  return (provider as { readonly [capability]?: SignInCapability<P> })[capability] ?? null;
}

/** Returns the providers of mail, in the order of the config. */
export function mailersOf(providers: Setup["providers"]): readonly EmailProvider[] {
  return [...providers.values()].filter((provider): provider is EmailProvider => provider.type === "email");
}

/** Returns the provider that mails users what happens to their account; `null` if none does. */
export function findNoticeMailer(providers: Setup["providers"]): EmailProvider | null {
  return mailersOf(providers).find(({ notices }) => notices) ?? null;
}

/** The provider whose passwords the library keeps; `null` if there is none. */
export function findPasswordKeeper(providers: Setup["providers"]): SetupProvider | null {
  return [...providers.values()].find((provider) => capabilityOf(provider)?.keepsPasswords) ?? null;
}

/** The same. @throws {ConfigError} if there is none. */
export function passwordKeeper({ providers }: Pick<Setup, "providers">): SetupProvider {
  const keeper = findPasswordKeeper(providers);
  if (keeper) return keeper;
  throw new ConfigError("Cannot use passwords: add `Password()` to `providers`");
}

/** The routes of capabilities. */
export function routesOf(capabilities: Setup["capabilities"]): readonly (readonly [string, Route<Setup>])[] {
  return [...capabilities as ReadonlySet<SignInCapability<never>>].flatMap(({ routes = {} }) =>
    Object.entries(routes)
  );
}

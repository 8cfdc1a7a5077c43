/**
 * The setup, its providers and its capabilities: three types that name one another. A provider of this library brings the code
 * of its way to sign in with it, and a feature brings its own. A worker has only what it imports. All other doors hand in the
 * code of providers (`core/capabilities.ts`), for plain objects.
 *
 * @module
 */

import type { Happened } from "./happened.ts";
import type { Notice } from "./notice.ts";
import type { AccountSection, Factor, RemovedWay } from "./account_section.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import type { Callbacks } from "../model/callbacks.ts";
import type { Decision } from "../model/decision.ts";
import type { ConfigError } from "../errors/errors.ts";
import type { CredentialsOutcome, Identity } from "../model/identity.ts";
import type { AccountKey, AdapterSecurity, AdapterUser, RowName } from "../adapters/contract/types.ts";
import type { Ending } from "../model/intent.ts";
import type { LimitsContext } from "../limits/limits.ts";
import type { Limits } from "../model/limits.ts";
import type { capability } from "../values/markers.ts";
import type { SignInMethod } from "./method.ts";
import type { PagesOptions, SecurityMails } from "../model/options.ts";
import type { Place } from "../http/origin.ts";
import type { AskedProvider, Finding } from "./finding.ts";
import type { CredentialsConfig, CustomFetch, EmailConfig, WebAuthnConfig } from "../model/provider.ts";
import type { Route } from "../http/route.ts";
import type { PageName } from "../http/urls.ts";
import type { SealedKind } from "../model/sealed_rows.ts";
import type { BrowserSessions, SessionToken } from "../model/session.ts";
import type { SessionSetup } from "./session_setup.ts";
import type { CapabilityEndpoint } from "../shapes/shapes.ts";
import type { PasskeyStore, TokenStore } from "../model/store.ts";
import type { TypedMap } from "../values/typed_map.ts";
import type { Call, OutsideCall } from "./call.ts";
import type { Identifying } from "./identifiers.ts";
import type { NewUsers } from "./new_user.ts";
import type { NextPages } from "./next_page.ts";
import type { OpenForms } from "./open_form.ts";
import type { PassingUsers } from "./passing_user.ts";
import type { ShownWay } from "./shown_way.ts";
import type { SigningOut } from "./sign_out.ts";
import type { UserUpdate } from "./user_update.ts";
import type { Wrapping } from "./wrapping.ts";
import type { Completing } from "./completing.ts";
import type { FrontEnds } from "../http/front_ends.ts";
import type { FormReader, Incoming, Outcome } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { Messages } from "../messages/types.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import type { LoggerInstance, Theme } from "../values/types.ts";

/** A config as the actions see it. */
export interface Setup extends SessionSetup, Place {
  /** URL of the application: the default after a sign-in or sign-out. `undefined`: the origin of the request. */
  readonly home: string | undefined;
  /** Secrets shared with the redirect proxy, the newest first. */
  readonly proxySecrets: readonly string[];
  /** Providers by id, in the order of the config. */
  readonly providers: ReadonlyMap<string, SetupProvider>;
  /** The code of ways to sign in and of features that the application has. */
  readonly capabilities: ReadonlySet<Capability>;
  /** Why providers are switched off. */
  readonly incomplete: readonly ConfigError[];
  /** Decisions of the application, or the defaults. */
  readonly callbacks: Callbacks & Required<Pick<Callbacks, "redirect" | "session">>;
  /** Pages of the application's own. */
  readonly pages: PagesOptions;
  /** Whether users are sent to the one provider in the place of the sign-in page, as configured. */
  readonly signInPage: AuthConfig["signInPage"];
  /** Appearance of the built-in pages. */
  readonly theme: Theme;
  /** Language of the application, as configured. */
  readonly language: AuthConfig["language"];
  /** Names the place of a request, as configured. */
  readonly location: AuthConfig["location"];
  /** Languages to offer, as configured. */
  readonly languages: AuthConfig["languages"];
  /** Messages of the application, as configured. */
  readonly messages: AuthConfig["messages"];
  /** Which emails tell a user what has happened, as configured. */
  readonly securityMails: false | SecurityMails;
  /** Counts attempts. */
  readonly limits: Limits;
  /** The same sessions without the callbacks of the application: they say whose they are, also where a callback fails. */
  readonly holders: () => BrowserSessions;
  /** The completed options of features, by their keys. */
  readonly rules: TypedMap;
  /** Whether new users can sign up: no capability closes it. */
  readonly signsUp: boolean;
  /** Whether a POST must carry the CSRF token. */
  readonly checksCsrf: boolean;
  /** Whether `Auth` returns its answer as data. */
  readonly raw: boolean;
}

/** A provider that brings the code of its way to sign in, or has got it from the door of the application. */
export interface WithCapability {
  readonly [capability]?: Capability;
}

/** A provider of type `email`. */
export interface EmailProvider extends EmailConfig, WithCapability {
  /** Whether its emails have a link, or a link and a code. */
  readonly mails: "link" | "both";
  /** Whether it sends emails about the account as well. */
  readonly notices: boolean;
  /** Sends a request to an email service, with limits on time and size. */
  readonly fetch: CustomFetch;
  /** Stores the tokens. */
  readonly store: TokenStore;
}

/** A provider of type `credentials`. */
export type CredentialsProvider = CredentialsConfig & WithCapability;

/** A provider of type `webauthn`. */
export type WebAuthnProvider =
  & WebAuthnConfig
  & WithCapability
  & Required<Pick<WebAuthnConfig, "enableConditionalUI">>
  & {
    /** Stores the passkeys. */
    readonly store: PasskeyStore;
  };

/** A provider of any type, completed. */
export type SetupProvider =
  | (OAuthProvider & WithCapability)
  | EmailProvider
  | CredentialsProvider
  | WebAuthnProvider;

/**
 * The code of a way to sign in, or of a feature: one value, with all that it adds. Each place is a list that is walked.
 */
export interface Capability
  extends
    ShownWay,
    Wrapping,
    Completing<SetupProvider>,
    UserUpdate<Setup>,
    NewUsers<Setup>,
    Identifying<Setup>,
    SigningOut<Setup>,
    NextPages<Setup>,
    OpenForms<Setup>,
    PassingUsers<Setup> {
  /** The name under which an application finds its functions: that of its feature. Absent for a way to sign in. */
  readonly name?: string;
  /** The type of its providers: `oauth` for OpenID, too. Absent for a feature. */
  readonly type?: keyof Capabilities;
  /** Loads all of it, where a provider brings no more than this and its type: see `Capabilities`. */
  readonly load?: () => Promise<Capabilities>;
  /** Loads what the credentials of users add that the library keeps. Absent: the application checks them itself. */
  readonly credentials?: () => Promise<KeptCredentials>;
  /** The options that its feature knows, or its provider beside those of the type. */
  readonly options?: Readonly<Record<string, true>>;
  /**
   * Completes the options of its feature, which an application in JavaScript may have written. Its code reads them from `rules` of the
   * setup, by a key with its name; places that are asked at start get them as `own`.
   *
   * @param limits Those that count in every config, also where the application has switched them off, or has its own.
   * @throws {ConfigError} if they are not valid, or the config lacks something that they need.
   */
  readonly rules?: (options: unknown, setup: SessionSetup, limits: Limits) => unknown;
  /** Whether sessions have a level: `aal`, `amr` and `auth_time`. Default `false`. */
  readonly levels?: boolean;
  /** Whether options of its feature ask every user for two factors. Default: none do. */
  readonly demandsTwoFactors?: (options: object) => boolean;
  /** Makes the limits: there is something to guess. */
  readonly limits?: (context: LimitsContext) => Limits;
  /** Loads its English messages, for a program that has no others. */
  readonly words?: () => Promise<Partial<Messages>>;
  /** Checks all providers together. @param mailsOff Ids of those of mail that are off. @throws {ConfigError} if they cannot work. */
  readonly assert?: (
    providers: ReadonlyMap<string, SetupProvider>,
    config: Pick<AuthConfig, "adapter" | "experimental" | "features" | "session" | "url">,
    mailsOff: readonly string[],
  ) => void;
  /**
   * Warnings about a provider whose options make it weaker than it should be: each a code, a colon, and an advice.
   * @param hasTwoFactors Whether the config asks every user for two factors.
   */
  readonly warnings?: (
    provider: object,
    hasTwoFactors: boolean,
    config: Pick<AuthConfig, "limits" | "theme">,
  ) => readonly string[];
  /** Loads the method of a way to sign in. */
  method?(): Promise<SignInMethod<SetupProvider, Setup>>;
  /** Whether it has an endpoint of `routes` in a config. Default: all of them, wherever its code is. */
  readonly offers?: (endpoint: string, setup: Pick<Setup, "providers" | "rules">) => boolean;
  /** The second segments of its paths that name no provider: see `Place.tabs`. Default: none. */
  readonly tabs?: (own: unknown) => readonly string[];
  /** Front ends on other origins that count as pages of the application. Default: none. */
  readonly frontEnds?: (own: unknown) => FrontEnds;
  /** What reads the forms with files that it adds, by their actions: see `Place.readers`. Default: none. */
  readonly readers?: (own: unknown) => Readonly<Record<string, FormReader>>;
  /** The endpoints that only this way has. */
  readonly routes?: Readonly<Partial<Record<CapabilityEndpoint, Route<Setup>>>>;
  /**
   * A step between a user who is known and the first write, such as a question. Returns an answer instead of the identity to
   * go on with, and calls `complete()` itself when the user is back.
   */
  readonly beforeWrites?: (
    identity: Identity,
    known: KnownSignIn,
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
  /** The functions for an application, beside its forms: by their names, or by a function of the name, which refuses others. */
  readonly calls?: Readonly<Record<string, Call<Setup>>> | ((name: string) => Call<Setup>);
  /** The functions for code outside of requests. */
  readonly outside?: Readonly<Record<string, OutsideCall<Setup>>> | ((name: string) => OutsideCall<Setup>);
  /** Cookies that belong to a session that has begun. */
  readonly sessionCookies?: (...began: [BeganSession, Incoming, Setup]) => Promise<readonly SetCookie[]>;
  /** All sessions of a user end together, but for one at most. Returns what forgets what is beside them. Neither rejects. */
  readonly beforeSessionsEnd?: (
    userId: string,
    setup: Pick<Setup, "rules" | "logger" | "strategy">,
  ) => Promise<EndedSessions>;
  /** The kinds of rows that it stores with a config. `check` reads them. */
  readonly kinds?: (setup: Pick<Setup, "rules" | "strategy">) => readonly RowName[];
  /** The rows of the database whose content it seals. */
  readonly sealed?: () => Promise<SealedKind<Setup>>;
  /** A user has got other credentials, or has ended all other sessions: what was remembered of devices must be forgotten. @throws {AdapterError} if that fails. */
  readonly afterCredentialsChange?: (userId: string, setup: Pick<Setup, "rules">) => Promise<void>;
  /** Reads what a user may prove with it, beside the way in which they sign in. @throws {AdapterError} if the database fails. */
  readonly factor?: (userId: string, setup: Pick<Setup, "rules">) => Promise<Factor>;
  /**
   * A user removes a way to sign in. Returns an account that must be there when it goes, or why it must stay, as `error` in the
   * URL of the account page; `null` if it does not matter here. @throws {AdapterError} if the database fails.
   */
  readonly beforeRemoval?: (way: RemovedWay, setup: Setup) => Promise<AccountKey | string | null>;
  /** A passkey of a user was removed. @throws {AdapterError} if the database fails. */
  readonly afterRemoval?: (userId: string, setup: Setup) => Promise<void>;
  /** Removes what a user has set up since a time: a thief may have. @throws {AdapterError} if the database fails. */
  readonly removeSince?: (userId: string, since: Date, setup: Setup) => Promise<void>;
  /** Erases what the application has of a user who is removed, before all else. @throws {AuthError} if that fails: they stay. */
  readonly eraseUser?: (user: AdapterUser, setup: Setup) => Promise<void>;
  /** A user is removed: takes back what it has elsewhere, such as at providers. A failure is logged, and they are removed all the same. */
  readonly beforeUserRemoval?: (userId: string, setup: Setup) => Promise<void>;
  /** A user has ended one of their sessions. @param key Its key in the database. @throws {AdapterError} if the database fails. */
  readonly afterSessionEnd?: (key: string, setup: Pick<Setup, "rules">) => Promise<void>;
  /** Loads its section of the account page. */
  readonly account?: () => Promise<AccountSection<Setup>>;
  /** The language that the user of a request has chosen, a tag; `null` if it knows none. It may be any text. */
  readonly language?: (
    incoming: Pick<Incoming, "cookies">,
    setup: Pick<Setup, "cookies" | "rules">,
  ) => Promise<string | null>;
  /** Keeps what a user has done, or what someone has tried in their name. Never rejects. */
  readonly record?: (happened: Happened, incoming: Incoming, setup: Setup) => Promise<void>;
  /** Something has happened to the account of a user: tells them by email, or forgets what counts no more. Never rejects. */
  readonly notify?: (notice: Notice, incoming: Incoming, setup: Setup) => Promise<void>;
  /** The findings of `check` on a provider whose metadata it has read. */
  readonly findings?: (asked: AskedProvider, setup: Setup) => Promise<readonly Finding[]>;
  /** Checks at start, in the background, that the package of a provider is installed. Logs what is missing. */
  checkPackage?(provider: SetupProvider, logger: LoggerInstance): Promise<void>;
  /** A package that belongs to no provider: its name, and the same check. */
  readonly ownPackage?: { readonly name: string; readonly check: (logger: LoggerInstance) => Promise<void> };
}

/** The page, the email and the write of credentials that the library keeps, for a sign-in that changes them. */
export interface KeptCredentials {
  /** The page on which a user who is signed in sets others. */
  readonly page: PageName;
  /** The mail about others. */
  readonly notice: Omit<Notice, "userId">;
  /**
   * Stores the outcome of a sign-in, and ends all sessions of the user. @returns The generation in which the session begins;
   * `undefined` without an outcome. @throws {UserChanged} if the credentials have been changed since they were compared.
   */
  readonly storeOutcome: (
    identity: Partial<Identity>,
    user: { readonly id: string },
    setup: Pick<
      Setup,
      "store" | "strategy" | "platform" | "generations" | "capabilities" | "rules" | "logger"
    >,
  ) => Promise<number | undefined>;
  /** Removes the outcome of a takeover that failed, if the user has another address by now; what was there before stays. */
  readonly restoreIfMoved: (
    user: Pick<AdapterUser, "id" | "email">,
    outcome: { readonly wanted: CredentialsOutcome; readonly former: AdapterSecurity | null },
    setup: Pick<Setup, "store" | "platform" | "generations">,
  ) => Promise<void>;
  /** Whether a stored hash is of a kind that the config can compare a password with. */
  readonly recognizes: (hash: string, setup: Pick<Setup, "providers">) => boolean;
}

/** The code for each type of provider that a plain object may have. */
export type Capabilities = Readonly<
  Partial<Record<"credentials" | "email" | "oauth" | "webauthn", Capability>>
>;

/** A session that has begun. */
export interface BeganSession extends Pick<SessionToken, "names"> {
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

/** Forgets what was stored beside the sessions that have ended. @param kept Key of the session that goes on. Default: none does. */
export type EndedSessions = (kept?: string | null) => Promise<void>;

/** A sign-in before the first write, with the generation of its user. */
export interface KnownSignIn extends Pick<Identity, "generation"> {
  /** Whose account it is; `null` if the application has found the user itself. */
  readonly decision: Decision | null;
  /** The request that ends the sign-in. */
  readonly ending: Ending;
}

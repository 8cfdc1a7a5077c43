/**
 * Types of the browser client.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import type { FunctionsOf } from "../model/feature.ts";
import type { AppProvider } from "../model/provider.ts";
import type { CapabilityForms } from "../shapes/forms.ts";
import type { SignOutWishes } from "../shapes/sign_out.ts";
import type { OwnForm, OwnPage } from "../values/own_form.ts";

export type { OwnForm, OwnPage } from "../values/own_form.ts";
export type * from "../shapes/forms.ts";
export type { SignOutWishes } from "../shapes/sign_out.ts";

/** Settings of a client. */
export interface ClientOptions {
  /**
   * URL of the handler on another origin of the same site: `https://api.example.com/auth`, or only its origin, with `basePath`.
   * The config of the server lists the origin of the page in `TrustedOrigins()`. Default: `basePath` on the origin of the page.
   */
  readonly url?: string | undefined;
  /** Path of the handler, as browsers see it. Default: that of `url`; without it, `/auth`. */
  readonly basePath?: string | undefined;
  /** URL of the application, for code that runs outside of its pages, such as tests. Default: the URL of the page. */
  readonly baseUrl?: string | undefined;
  /** Sends the requests. Default: `fetch` of the page. */
  readonly fetch?: ((input: string, init?: RequestInit) => Promise<Response>) | undefined;
  /** The window of the page, for tests. Default: `globalThis`. */
  readonly window?: PageWindow | undefined;
}

/**
 * The browser client: functions that need no `this`. Those of a feature or a provider stand under its name, such as
 * `client.password.signUp(form)`: TypeScript knows them of a config that `satisfies AuthConfig` and brings them, and without a
 * config, all of them.
 */
export type Client<C extends AuthConfig = AuthConfig> =
  & SessionClient<C>
  & (AuthConfig extends C ? ClientHalves : {
    readonly [
      B in FunctionsOf<
        C
      > as keyof (B["name"] extends keyof ClientHalves ? ClientHalves[B["name"]] : B["forms"]) extends never
        ? never
        : B["name"]
    ]: B["name"] extends keyof ClientHalves ? ClientHalves[B["name"]] : ClientForms<B["forms"]>;
  });

/** The functions that features and providers bring to a browser, under their names. */
export type ClientHalves = { readonly [Name in keyof CapabilityForms]: ClientForms<CapabilityForms[Name]> };

/** The functions of every client. */
export interface SessionClient<C extends AuthConfig = AuthConfig> {
  /**
   * Requests the session, and passes it to the subscribers.
   *
   * @returns `null` if no one is signed in.
   * @throws {ClientError} if the request fails: then it is unknown whether the user is signed in.
   */
  getSession(): Promise<SessionOf<C> | null>;
  /** Requests the providers, by id. @throws {ClientError} if the request fails. */
  getProviders(): Promise<Record<string, AppProvider>>;
  /** Requests a CSRF token for a form. Empty if the config switches the check off. @throws {ClientError} if that fails. */
  getCsrfToken(): Promise<string>;
  /**
   * Signs in. Without the id of a provider, or with an unknown one, it goes to the sign-in page.
   *
   * @param providerId Id of the provider. `type` of the provider decides what happens.
   * @param options Where to go, and the fields of the form: `email`, or those of a password.
   * @param authorizationParams Parameters for the authorization endpoint of an OAuth provider.
   * @returns The result. Without `redirect: false` the page is being left by then.
   * @throws {ClientError} if a request fails, or the browser refuses a passkey.
   */
  signIn(
    providerId?: string,
    options?: SignInOptions | FormData | URLSearchParams,
    authorizationParams?: string | Record<string, string> | URLSearchParams,
  ): Promise<SignInResult>;
  /**
   * Signs out in all tabs. The result is `ok` with `status` 503 if the database was away: this browser is signed out, and a copy
   * of its cookie works until the session ends.
   *
   * @throws {ClientError} if a request fails: then the user may still be signed in.
   */
  signOut(options?: SignOutOptions): Promise<SignInResult>;
  /**
   * Passes data to `callbacks.jwt` or `callbacks.session` with the trigger `update`. Subscribers get the new session.
   * Without data it does the same as `getSession`.
   *
   * @throws {ClientError} if the request fails, or a callback.
   */
  update(data?: unknown): Promise<SessionOf<C> | null>;
  /** Passkeys. */
  readonly passkey: PasskeyClient;
  /**
   * Calls a function whenever the session changes: by this client, by another tab, or on the server, where it is looked up
   * when the page becomes visible. A request that fails changes nothing, and is repeated.
   *
   * @returns Ends the subscription.
   */
  subscribe(listener: () => void, options?: SubscribeOptions): () => void;
  /** The last known state. The same object until it changes, as `useSyncExternalStore` of React requires. */
  getSnapshot(): SessionState<C>;
  /**
   * Hands over the session that the server has read, `null` if no one is signed in: the first one needs no request.
   *
   * If the client has another one already, it shows the one that is handed over, and requests the session to be sure. If
   * the client itself has found or made a change since, such as a sign-out, the one that is handed over may be older: then
   * `status` is `loading` until the request has ended. An object that was handed over before has no effect.
   */
  hydrate(session: SessionOf<C> | null): void;
}

/** A form: its fields, and whether to leave the page afterwards, which is the default. */
export type ClientForm<Fields> = (Fields & Pick<SignOutOptions, "redirect">) | FormData | URLSearchParams;

/**
 * Functions for forms and pages of the application, by their names. The result of a form that is refused has an `error`. All of them
 * throw a `ClientError` if a request fails.
 */
export type ClientForms<Forms> = {
  readonly [Name in keyof Forms]: Forms[Name] extends OwnForm<infer Fields, infer Shown>
    ? (form: ClientForm<Fields>) => Promise<SignInResult & ClientShown<Shown>>
    : Forms[Name] extends OwnPage<infer Fields, infer Page>
      ? (page?: ClientForm<Fields>) => Promise<ClientPage<Page>>
    : never;
};

/** The values that the page shows once, `null` for each that it lacks. With something to show, the browser stays on the page. */
export type ClientShown<Shown> = [Shown] extends [never] ? unknown
  : { readonly [Name in keyof Shown]: Shown[Name] | null };

/** The state of the session. */
export type SessionState<C extends AuthConfig = AuthConfig> =
  | { readonly status: "loading"; readonly session: null }
  | { readonly status: "authenticated"; readonly session: SessionOf<C> }
  | { readonly status: "unauthenticated"; readonly session: null };

/** Settings of a subscription. */
export interface SubscribeOptions {
  /** Requests the session again after so many seconds. Default `0`: never. */
  readonly refetchInterval?: number | undefined;
  /** Whether to request the session when the page becomes visible or gets the focus. Default `true`. */
  readonly refetchOnWindowFocus?: boolean | undefined;
}

/** Where to go after a sign-out, and what else it ends. */
export interface SignOutOptions extends SignOutWishes {
  /** Where the user goes. Relative to the page. Default: the page itself. */
  readonly redirectTo?: string | undefined;
  /** Another name of `redirectTo`, as in Auth.js. `redirectTo` goes first. Default: none. */
  readonly callbackUrl?: string | undefined;
  /** Whether to leave the page. Default `true`. */
  readonly redirect?: boolean | undefined;
}

/** Where to go after a sign-in, and the fields of the form. */
export interface SignInOptions extends Omit<SignOutOptions, keyof SignOutWishes> {
  /** A field of the form. Without a value it is not sent. */
  readonly [field: string]: string | number | boolean | null | undefined;
}

/** The answer of the server to a sign-in or a sign-out. */
export interface SignInResult {
  /** Whether it succeeded, or is under way: with the provider, by email, or on a page that asks the user. */
  readonly ok: boolean;
  /**
   * Type of the error, such as `CredentialsSignin`; `null` without one. `SecondStepRequired`: no one is signed in yet, or nothing
   * is changed, until the user has taken the second step at `url`.
   */
  readonly error: string | null;
  /** `code` of the application's `CredentialsSignin`; `null` without one. */
  readonly code: string | null;
  /** HTTP status. Errors of a sign-in have 200, too. */
  readonly status: number;
  /**
   * Absolute URL to go to; `null` after an error, other than `SecondStepRequired`. Then its query has `question`, and `ways`,
   * those of `code`, `passkey` and `recoveryCode` that the user has; or it is that of the page that sets a second factor up, or, after a
   * password in an unknown browser, of the one that asks for a mailed code.
   */
  readonly url: string | null;
}

/** The answer of the server to a page of the application that asks what it shows. */
export interface ClientPage<Page> extends SignInResult {
  /** The content of the page; `null` if the user has to go elsewhere, or after an error. */
  readonly page: Page | null;
}

/** Settings of a sign-in with a passkey; other fields are those of the form, such as `email`. */
export interface PasskeyOptions extends Omit<SignOutOptions, keyof SignOutWishes> {
  /** Id of the provider. Default `passkey`. */
  readonly provider?: string | undefined;
  /** Cancels the request to the authenticator. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** A field of the form. */
  readonly [field: string]: string | number | boolean | null | undefined | AbortSignal;
}

/** Passkeys. All functions throw a `ClientError`, also if the user cancels. Their code is loaded when one is called. */
export interface PasskeyClient {
  /** Returns whether the browser has passkeys. */
  isSupported(): boolean;
  /** Signs in with a passkey. A provider that is not discoverable needs the field `email`. */
  signIn(options?: PasskeyOptions): Promise<SignInResult>;
  /** Creates a user with a passkey, from the field `email`. */
  signUp(options?: PasskeyOptions): Promise<SignInResult>;
  /** Creates another passkey for the user who is signed in. */
  add(options?: PasskeyOptions): Promise<SignInResult>;
  /**
   * Lets the browser offer passkeys in a field with `autocomplete="username webauthn"`, and signs in when the user takes
   * one. It waits until then. The other functions take precedence; it goes on if they fail.
   *
   * @returns `null` if the browser cannot, if `signal` ends it, or if another function has succeeded.
   */
  autofill(options?: PasskeyOptions): Promise<SignInResult | null>;
  /** Answers the question for a second factor with a passkey. Its fields are `question` and `remember`. */
  proveSecondFactor(options?: PasskeyOptions): Promise<SignInResult>;
}

/** An object that emits events. */
export interface EventSource {
  /** Adds a listener. */
  addEventListener(type: string, listener: () => unknown, options?: { once?: boolean }): void;
  /** Removes it. */
  removeEventListener(type: string, listener: () => unknown): void;
}

/** The part of a window that the client reads. All is absent on a server. */
export interface PageWindow extends Partial<EventSource> {
  /** The address of the page. */
  readonly location?: { readonly href: string; assign(url: string): void; reload(): void } | undefined;
  /** The document. */
  readonly document?: EventSource & { readonly visibilityState: string } | undefined;
  /** Connects the tabs. */
  readonly BroadcastChannel?: (new (name: string) => PageChannel) | undefined;
  /** Passkeys. */
  readonly PublicKeyCredential?: PasskeySupport | undefined;
  /** Passkeys. */
  readonly navigator?: {
    readonly credentials?: {
      /** Creates a passkey. */
      // deno-lint-ignore no-explicit-any -- `CredentialsContainer` has types of its own
      create(options: any): Promise<unknown>;
      /** Asks for a passkey. */
      // deno-lint-ignore no-explicit-any -- `CredentialsContainer` has types of its own
      get(options: any): Promise<unknown>;
    } | undefined;
  } | undefined;
  /** Shows a warning to the developer. */
  readonly console?: { warn(text: string): void } | undefined;
  /** Calls a function later. */
  setTimeout(run: () => void, milliseconds: number): unknown;
  /** Takes that back. */
  // deno-lint-ignore no-explicit-any -- a number in browsers, an object in Node
  clearTimeout(timer: any): void;
  /** Calls a function again and again. */
  setInterval(run: () => void, milliseconds: number): unknown;
  /** Ends that. */
  // deno-lint-ignore no-explicit-any -- a number in browsers, an object in Node
  clearInterval(timer: any): void;
}

/** A `BroadcastChannel`. */
export interface PageChannel {
  /** Receives messages. */
  // deno-lint-ignore no-explicit-any -- `BroadcastChannel` types the event and `this`
  onmessage: any;
  /** Sends a message to the other channels with the same name. */
  postMessage(message: unknown): void;
  /** Ends it. */
  close(): void;
}

/** Static methods of `PublicKeyCredential`. */
export interface PasskeySupport {
  /** Whether the browser can offer passkeys in a field. */
  isConditionalMediationAvailable?(): Promise<boolean>;
  /** WebAuthn §5.1.10. */
  signalUnknownCredential?(unknown: object): Promise<void>;
  /** WebAuthn §5.1.8. */
  parseCreationOptionsFromJSON?(options: object): object;
  /** WebAuthn §5.1.9. */
  parseRequestOptionsFromJSON?(options: object): object;
}

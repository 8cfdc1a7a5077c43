/**
 * `auth`: the session of one request, and the functions that change it. Each integration puts this object where its
 * framework keeps the data of a request.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import type { SessionRequired } from "../errors/errors.ts";
import type { SessionLack, SessionNeed } from "../values/levels.ts";
import { assertNeed, type Refused, toSessionRequired } from "./_refusal.ts";
import { act, type Change, type Changed, type SetCookies, signInUrlOf, type Visit } from "./_visit.ts";
import type {
  ChangePasswordForm,
  ForgotPasswordForm,
  KeepPasswordForm,
  NewPasswordForm,
  PasswordForms,
  SessionReader,
  SignInAction,
  SignOutAction,
  SignUpForm,
} from "./integration.ts";

/**
 * The session of one request, and the functions that change it. Those set the cookies of the answer: await them before the
 * headers are sent.
 *
 * A request of another site cannot sign in, sign out or change the session, so forms of the application need no CSRF token.
 */
export interface RequestAuth<C extends AuthConfig = AuthConfig> {
  /**
   * Returns the session; `null` when no one is signed in. It is read once per request.
   *
   * @throws {AdapterError} if the database fails.
   */
  (): Promise<SessionOf<C> | null>;
  /**
   * Returns the session, for pages and APIs that need one: `auth.require({ aal: 2, maxAge: 300 })` needs two factors, and a
   * proof in the last five minutes.
   *
   * @throws {SessionRequired} if no one is signed in, or the session is not enough, with the answer for this request: a page
   * is redirected to sign in, or to the page of the second factor, which leads back, and everything else gets 401. Most
   * integrations send this answer if nothing else catches the error.
   * @throws {ConfigError} if the config has no way to sign in that reaches the level, or `maxAge` is less than 10.
   * @throws {AdapterError} if the database fails.
   */
  require(options?: RequireOptions): Promise<SessionOf<C>>;
  /**
   * Returns where to send a user who must sign in first: the path of the sign-in page, or an absolute URL if `pages` has
   * one.
   *
   * @param returnTo Where the user goes afterwards: a path as browsers see it. Default: the page of this request.
   * @throws {ConfigError} if the page is prerendered, because it has no request.
   */
  signInUrl(returnTo?: string): string;
  /**
   * Signs a user in from a form of the application: begins at the provider, sends a mail, or checks credentials.
   *
   * @returns The URL to redirect to.
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   */
  signIn(action?: SignInAction): Promise<string>;
  /**
   * Creates an account, from a form of the application: mails a link and a code to confirm the address. Somebody who has an
   * account gets a mail that says so, and the result is the same. The code of the mail signs in:
   * `signIn({ providerId: "password", fields: { code } })`; `fields: { again: "true" }` asks for another mail.
   *
   * This function and the next four need `Password()` in the config. They take the fields, or the form as the browser sent
   * it. A link changes nothing: it leads to the page that has the form.
   *
   * @returns The URL to redirect to: the page that asks for the code, `pages.verifyRequest` if that is set.
   * @throws {InvalidPassword} if the password may not be set. Its `code` says why, such as `TooShort`.
   * @throws {InvalidEmail} if the address is none, or the mail server refuses it.
   * @throws {AccessDenied} if `callbacks.signIn` refuses.
   * @throws {EmailSignInError} if the mail cannot be sent.
   * @throws {RateLimited} if there were too many attempts.
   * @throws {MissingCSRF} if the request comes from another site.
   * @throws {ConfigError} without `Password()` in the config.
   */
  signUp(form: SignUpForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Mails a link and a code for a new password. An address without an account gets a mail that says so, and the result is the
   * same.
   *
   * @returns The URL to redirect to: the page that asks for code and password, `pages.newPassword` if that is set.
   * @throws {AuthError} as `signUp`, but for `InvalidPassword`.
   */
  forgotPassword(form: ForgotPasswordForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Sets a new password behind a mail, and signs in: with `code` in the browser that asked for the mail, or with `token` and
   * `email` of the link. All other sessions of the user end.
   *
   * @returns The URL to redirect to.
   * @throws {InvalidPassword} if the password may not be set. Code and link still work.
   * @throws {InvalidCode} if the code is wrong.
   * @throws {Verification} if code or link are used or expired, or the code was tried too often.
   * @throws {AuthError} what a sign-in throws: `AccessDenied` if `callbacks.signIn` refuses.
   */
  newPassword(form: NewPasswordForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Ends a sign-in that has led to `pages.keepPassword`: the user has a password that was set before their address was
   * confirmed, perhaps by a stranger. Right, it stays; wrong or never chosen, it is removed. Both sign in.
   *
   * @returns The URL to redirect to: `pages.password` with `removed=true` if it was removed.
   * @throws {InvalidCheck} if no question waits in this browser, or too long.
   * @throws {AuthError} what a sign-in throws.
   */
  keepPassword(form: KeepPasswordForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Changes the password of the user who is signed in, with the current one. In a session that has just begun, it adds a
   * password to a user who has none. All other sessions of the user end.
   *
   * @returns The URL to redirect to, with `done=password-changed`. Without a session, or with one that is too old to add a
   * password, that of the sign-in page; for a user whose address was never confirmed, the page that asks for the code.
   * @throws {InvalidPassword} if the password may not be set, or with the `code` `WrongPassword` if `current` is wrong.
   * @throws {AuthError} if it fails: `UserChanged` if another change was faster.
   */
  changePassword(form: ChangePasswordForm | FormData | URLSearchParams): Promise<string>;
  /** Signs the user out. @returns The URL to redirect to. @throws {AuthError} if it fails. */
  signOut(action?: SignOutAction): Promise<string>;
  /**
   * Passes data to the callbacks that make the session, with `trigger: "update"`.
   *
   * @returns The changed session, which `auth()` then returns too; `null` if no one is signed in.
   * @throws {AuthError} if it fails.
   */
  update(data: unknown): Promise<SessionOf<C> | null>;
}

/** Options of `auth.require()`. */
export interface RequireOptions extends SessionNeed {
  /**
   * Path or URL of another sign-in page. It gets the parameter `callbackUrl`. Default: `pages.signIn` of the config, else
   * the sign-in page of the library.
   */
  readonly signInUrl?: string;
}

/** The answer to a request, as the framework makes it. */
export interface AnswerInProgress<C extends AuthConfig> {
  /**
   * Begins the request, when `auth` is first used.
   *
   * @param wish What the application wants, for messages: `sign in`.
   * @throws {ConfigError} if the page is prerendered, because it has no request.
   */
  begin(wish: string): Visit<C>;
  /** Returns whether the answer is for all users, such as a prerendered page. Then `auth()` returns `null`. */
  isForAll?(): boolean;
  /** Throws if no cookie can be set any more. @param wish What the application wants. */
  assertOpen(wish: string): void;
  /** Sets cookies, if that is still possible. */
  readonly setCookies: SetCookies;
  /** Adds the headers of a session that has been read, where that is not done at the end of the request. */
  prolong?(session: SessionReader<C>): Promise<void>;
  /** Returns the URL of the page that the user sees. Default: that of the request. */
  pageUrl?(): URL | string;
  /** Returns what `auth.require()` throws in place of the error, such as the redirect of a framework. */
  refuse?(error: SessionRequired): unknown;
}

/** Creates `auth` for a request. */
export function createRequestAuth<C extends AuthConfig>(answer: AnswerInProgress<C>): RequestAuth<C> {
  const state: AuthState<C> = { answer, visit: undefined, reading: undefined };
  const auth = (key?: unknown) => key === STATE ? state : sessionIn(state);
  return Object.setPrototypeOf(auth, METHODS);
}

/** Returns whether a value is an `auth` of this library. */
export function isRequestAuth(value: unknown): value is RequestAuth {
  return typeof value === "function" && STATE in value;
}

/** Returns the request of an `auth`. Begins it if nothing has used it yet. @param wish What the application wants. */
export function visitOf<C extends AuthConfig>(auth: RequestAuth<C>, wish: string): Visit<C> {
  return visitIn(stateOf(auth), wish);
}

/** Returns the request of an `auth`; `undefined` if nothing has used it yet. */
export function begunVisit<C extends AuthConfig>(auth: RequestAuth<C>): Visit<C> | undefined {
  return stateOf(auth).visit;
}

interface AuthState<C extends AuthConfig> {
  readonly answer: AnswerInProgress<C>;
  /** The request, once something has used `auth`. */
  visit: Visit<C> | undefined;
  /** The session, if it has been asked for since the last change. */
  reading: Promise<SessionOf<C> | null> | undefined;
}

/** Called with this key, an `auth` returns its state. A field would show the cookies of the request in a log of `auth`. */
const STATE = Symbol("auth");

interface OwnAuth<C extends AuthConfig> extends RequestAuth<C> {
  (key: typeof STATE): AuthState<C>;
}

/** The methods of an `auth`, each by a function that creates it. */
const CREATE: { [M in keyof RequestAuth]: (state: AuthState<AuthConfig>) => RequestAuth[M] } = {
  require: (state) => (options) => requireIn(state, options),
  signInUrl: (state) => (returnTo) => signInUrlIn(state, returnTo),
  signIn: (state) => async (action = {}) =>
    (await change(state, "sign in", (mounted, request) => mounted.signIn(request, action))).url,
  signOut: (state) => async (action = {}) =>
    (await change(state, "sign out", (mounted, request) => mounted.signOut(request, action))).url,
  signUp: passwordForm("signUp", "create an account"),
  forgotPassword: passwordForm("forgotPassword", "send a mail"),
  newPassword: passwordForm("newPassword", "set the password"),
  keepPassword: passwordForm("keepPassword", "keep the password"),
  changePassword: passwordForm("changePassword", "set the password"),
  update: (state) => async (data) =>
    (await change(state, "update the session", (mounted, request) => mounted.update(request, data))).session,
};

/**
 * The prototype of each `auth`. A request makes the methods that it uses, bound to it: `logIn(form, auth.signIn)` works, and
 * an assignment replaces one. Fields of each `auth` would cost a third of a session check.
 */
const METHODS: object = Object.create(Function.prototype, { [STATE]: { value: true } });
for (const [name, create] of Object.entries(CREATE)) {
  Object.defineProperty(METHODS, name, {
    configurable: true,
    get(this: OwnAuth<AuthConfig>) {
      return create(this(STATE));
    },
    set(this: object, value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
    },
  });
}

function stateOf<C extends AuthConfig>(auth: RequestAuth<C>): AuthState<C> {
  return (auth as OwnAuth<C>)(STATE);
}

function signInUrlIn<C extends AuthConfig>(state: AuthState<C>, returnTo?: string): string {
  const visit = visitIn(state, "find the sign-in page");
  return signInUrlOf(visit, state.answer.pageUrl?.() ?? visit.request.url, returnTo);
}

/** Creates the methods for forms about a password. */
function passwordForm(form: keyof PasswordForms, wish: string) {
  return (state: AuthState<AuthConfig>) => async (fields: object): Promise<string> =>
    (await change(state, wish, (mounted, request) => mounted.submitPassword(request, { form, fields }))).url;
}

async function requireIn<C extends AuthConfig>(
  state: AuthState<C>,
  { signInUrl: page, ...need }: RequireOptions = {},
): Promise<SessionOf<C>> {
  const { answer } = state;
  const { session, lack } = await needIn(state, need);
  if (session && !lack) return session;
  const visit = visitIn(state, "require a session");
  visit.isPrivate = true;
  const error = toSessionRequired(refusedIn(visit, answer), visit.mounted, { lack: lack!, need, page });
  throw answer.refuse ? answer.refuse(error) : error;
}

/** A session, and what it lacks. */
export interface Needed<C extends AuthConfig> {
  /** The session; `null` if no one is signed in. */
  readonly session: SessionOf<C> | null;
  /** What it lacks; `null` if it is enough. */
  readonly lack: SessionLack | null;
}

/** Reads the session of an `auth`, and returns what it lacks. @throws {ConfigError} if nothing can be what is needed. */
export function needOf<C extends AuthConfig>(auth: RequestAuth<C>, need: SessionNeed): Promise<Needed<C>> {
  return needIn(stateOf(auth), need);
}

async function needIn<C extends AuthConfig>(state: AuthState<C>, need: SessionNeed): Promise<Needed<C>> {
  const { aal, maxAge } = need;
  assertNeed(need);
  const visit = visitIn(state, "require a session");
  const session = await sessionIn(state);
  if (!session) return { session, lack: "session" };
  if (aal !== 2 && maxAge === undefined) return { session, lack: null };
  return { session, lack: await visit.session.lacks(need) };
}

function visitIn<C extends AuthConfig>(state: AuthState<C>, wish: string): Visit<C> {
  return state.visit ??= state.answer.begin(wish);
}

function sessionIn<C extends AuthConfig>(state: AuthState<C>): Promise<SessionOf<C> | null> {
  return state.answer.isForAll?.() ? Promise.resolve(null) : state.reading ??= readOnce(state);
}

async function readOnce<C extends AuthConfig>(state: AuthState<C>): Promise<SessionOf<C> | null> {
  const visit = visitIn(state, "read the session");
  if (visit.changing) await visit.changing;
  const { session } = visit;
  const found = await session.read();
  await state.answer.prolong?.(session);
  return found;
}

async function change<C extends AuthConfig, Result extends Changed>(
  state: AuthState<C>,
  wish: string,
  run: Change<C, Result>,
): Promise<Result> {
  const { answer } = state;
  const visit = visitIn(state, wish);
  answer.assertOpen(wish);
  const changing = act(visit, async (mounted, request) => {
    const result = await run(mounted, request);
    answer.assertOpen(wish);
    return result;
  }, answer.setCookies);
  // The next read waits for the change.
  state.reading = undefined;
  return await changing;
}

function refusedIn<C extends AuthConfig>({ request }: Visit<C>, answer: AnswerInProgress<C>): Refused {
  const { origin, pathname, search } = new URL(answer.pageUrl?.() ?? request.url);
  const header = (name: string) => request.headers.get(name);
  return { method: request.method ?? "GET", target: pathname + search, origin, header };
}

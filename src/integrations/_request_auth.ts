/**
 * `auth`: the session of one request, and the functions that change it. Each integration puts this object where its
 * framework keeps the data of a request.
 *
 * @module
 */

import { accessTokenOf, isPossible, revokeTokensOf, type TokenVisit } from "./_access_token.ts";
import { keepForm } from "./_kept_form.ts";
import {
  assertNeed,
  type Lacking,
  type Place,
  type Refused,
  toRefusal,
  toSessionRequired,
} from "./_refusal.ts";
import type { RequestAuth, RequireOptions } from "./_request_auth_types.ts";
import type { SentForm } from "./_sent_form.ts";
import { act, type Change, type Changed, type SetCookies, signInUrlOf, type Visit } from "./_visit.ts";
import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import type { SessionRequired } from "../errors/errors.ts";
import type {
  PasswordForms,
  SecondFactorForms,
  SecondFactorPage,
  SecondFactorResult,
  SecondFactorSetup,
  SessionReader,
  StartedSecondFactor,
} from "./integration.ts";
import type { SessionLack, SessionNeed } from "../values/levels.ts";
import type { Awaitable, Refusal } from "../values/types.ts";

export type { RequestAuth, RequireOptions };

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
  prolong?(session: SessionReader<C>): Awaitable<void>;
  /** Returns the URL of the page that the user sees. Default: that of the request. */
  pageUrl?(): URL | string;
  /** Reads the form of the request; `null` if it has none that can be kept. Default: no form is kept. */
  form?(): Promise<SentForm | null>;
  /** Returns whether the answer leads a user to another page. Default: if its status is 303. */
  leads?(): boolean;
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
  proveSecondFactor: (state) => async (fields) =>
    (await submitFactor(state, "proveSecondFactor", fields)).url,
  setUpSecondFactor: (state) => async (fields) => {
    const { url, codes } = await submitFactor(state, "setUpSecondFactor", fields);
    return { url, codes };
  },
  startSecondFactor: (state) => (page) => startFactorIn(state, page),
  accessToken: (state) => async (provider, options) =>
    (await useTokens(state, "get an access token", (visit) => accessTokenOf(provider, options, visit)))
      .accessToken,
  revokeTokens: (state) => async (provider, options) =>
    void await useTokens(state, "revoke tokens", (visit) => revokeTokensOf({ ...options, provider }, visit)),
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

async function submitFactor(
  state: AuthState<AuthConfig>,
  form: keyof SecondFactorForms,
  fields: object,
): Promise<SecondFactorResult> {
  const submit: Change<AuthConfig, SecondFactorResult> = (mounted, request) =>
    mounted.submitSecondFactor(request, { form, fields });
  return await change(state, "use a second factor", submit);
}

async function startFactorIn(
  state: AuthState<AuthConfig>,
  wanted: SecondFactorPage = {},
): Promise<SecondFactorSetup> {
  const start: Change<AuthConfig, StartedSecondFactor> = (mounted, request) =>
    mounted.startSecondFactor(request, wanted);
  const { page, url } = await change(state, "set up a second factor", start);
  // A secret, or an answer that depends on the session.
  visitIn(state, "set up a second factor").isPrivate = true;
  if (page) return page;
  throw await refusalIn(state, { lack: await sessionIn(state) ? "age" : "session", location: url });
}

/** Uses the tokens of the user who is signed in, and sets the cookies that keep them. */
async function useTokens<Result extends Changed>(
  state: AuthState<AuthConfig>,
  wish: string,
  use: (visit: TokenVisit) => Promise<Result>,
): Promise<Result> {
  const session = await sessionIn(state);
  const visit = visitIn(state, wish);
  const userId = session && await visit.session.userId();
  if (!userId) throw await refusalIn(state, { lack: "session" });
  await visit.changing;
  const result = await use({
    mounted: visit.mounted,
    request: visit.request,
    userId,
    signInUrl: () => signInUrlIn(state),
    canSetCookies: () => isPossible(() => state.answer.assertOpen(wish)),
  });
  if (result.cookies.length) await change(state, wish, () => Promise.resolve(result));
  return result;
}

async function requireIn<C extends AuthConfig>(
  state: AuthState<C>,
  { signInUrl: page, ...need }: RequireOptions = {},
): Promise<SessionOf<C>> {
  const { session, lack } = await needIn(state, need);
  if (session && !lack) return session;
  throw await refusalIn(state, { lack: lack!, need, page });
}

/** The error for a request that must go elsewhere first, as the framework throws it. */
async function refusalIn<C extends AuthConfig>(state: AuthState<C>, lacking: Lacking): Promise<unknown> {
  const { answer } = state;
  const visit = visitIn(state, "require a session");
  visit.isPrivate = true;
  const refused = refusedIn(visit, answer);
  const first = toSessionRequired(refused, visit.mounted, lacking);
  const returnTo = lacking.location ? null : await keepFormIn(state, refused, first.answer);
  const error = returnTo ? toSessionRequired(refused, visit.mounted, { ...lacking, returnTo }) : first;
  return answer.refuse ? answer.refuse(error) : error;
}

/** A request that a guard refuses. */
export interface Guarded extends Lacking {
  /** The request. */
  readonly refused: Refused;
  /** The mount whose pages help. */
  readonly mounted: Place;
}

/** Returns the answer of a guard, as `toRefusal` does, and keeps a form. */
export async function refuseAt<C extends AuthConfig>(
  auth: RequestAuth<C>,
  { refused, mounted, ...lacking }: Guarded,
): Promise<Refusal | null> {
  const first = toRefusal(refused, mounted, lacking);
  const returnTo = first && await keepFormIn(stateOf(auth), refused, first);
  return returnTo ? toRefusal(refused, mounted, { ...lacking, returnTo }) : first;
}

/** Keeps the form of a request whose answer leads elsewhere. Returns where the user sends it again; `null` if it is not kept. */
async function keepFormIn<C extends AuthConfig>(
  state: AuthState<C>,
  refused: Refused,
  { status }: Refusal,
): Promise<string | null> {
  const { answer } = state;
  if (refused.method !== "POST" || !(answer.leads?.() ?? status === 303)) return null;
  // A form that cannot be read can be sent again from its page.
  const form = await answer.form?.().catch(() => null);
  const visit = visitIn(state, "require a session");
  const kept = form && await keepForm(form, refused, visit);
  if (!kept) return null;
  answer.setCookies(kept.cookies);
  return kept.returnTo;
}

/** A session, and what it lacks. */
interface Needed<C extends AuthConfig> {
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
  // Also without a session: the page says so to this visitor alone.
  visit.isPrivate = true;
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

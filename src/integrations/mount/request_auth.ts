/**
 * `auth`: the session of one request, and the functions that change it. Each integration puts this object where its
 * framework keeps the data of a request.
 *
 * @module
 */

import { GUARD, type Guard, isRequestAuth, type Needed } from "./guard.ts";
import { keepForm } from "./kept_form.ts";
import {
  assertNeed,
  type Lacking,
  type Place,
  type Refused,
  toRefusal,
  toSessionRequired,
} from "./refusal.ts";
import type { RequestAuth, RequireOptions, SessionAuth } from "./request_auth_types.ts";
import type { SentForm } from "./sent_form.ts";
import { act, call, type Change, type Changed, type SetCookies, type Visit } from "./visit.ts";
import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import type { SessionRequired } from "../../errors/errors.ts";
import type { CallAction, FormResult, SessionReader } from "./integration.ts";
import { FUNCTIONS } from "../../shapes/shapes.ts";
import type { FunctionsShape } from "../../shapes/shape.ts";
import type { SessionNeed } from "../../values/levels.ts";
import type { Awaitable, Refusal } from "../../values/types.ts";

export { isRequestAuth };
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

function createGuard(auth: OwnAuth<AuthConfig>): Guard {
  return {
    need: (need) => needOf(auth, need),
    refuse(refused, lacking) {
      const { mounted, request } = visitIn(stateOf(auth), "require a session");
      const { origin } = new URL(request.url);
      return refuseAt(auth, { refused: { ...refused, origin }, mounted, ...lacking });
    },
  };
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
  /** Its reader: another request of the same answer may have changed the session meanwhile. */
  reader?: SessionReader<C>;
}

/** Called with this key, an `auth` returns its state. A field would show the cookies of the request in a log of `auth`. */
const STATE = Symbol("auth");

type OwnAuth<C extends AuthConfig> = RequestAuth<C> & ((key: typeof STATE) => AuthState<C>);

/** The methods of an `auth` that every config has, each by a function that creates it. */
const CREATE: { [M in keyof SessionAuth]: (state: AuthState<AuthConfig>) => SessionAuth[M] } = {
  require: (state) => (options) => requireIn(state, options),
  signInUrl: (state) => (returnTo) => signInUrlIn(state, returnTo),
  signIn: (state) => async (action = {}) =>
    (await change(state, "sign in", (mounted, request) => mounted.signIn(request, action))).url,
  signOut: (state) => async (action = {}) =>
    (await change(state, "sign out", (mounted, request) => mounted.signOut(request, action))).url,
  update: (state) => async (data) =>
    (await change(state, "update the session", (mounted, request) => mounted.update(request, data))).session,
};

/**
 * The prototype of each `auth`. A request makes the methods that it uses, bound to it: `logIn(form, auth.signIn)` works, and
 * an assignment replaces one. Fields of each `auth` would cost a third of a session check.
 */
const METHODS: object = Object.create(Function.prototype, {
  [GUARD]: {
    get(this: OwnAuth<AuthConfig>) {
      return createGuard(this);
    },
  },
});
for (const [name, create] of [...Object.entries(CREATE), ...Object.entries(FUNCTIONS).map(toMethods)]) {
  Object.defineProperty(METHODS, name, {
    configurable: true,
    get(this: OwnAuth<AuthConfig>) {
      const made = create(this(STATE));
      // A group stays: an assignment replaces one of its functions, too.
      if (Object.hasOwn(FUNCTIONS, name)) Object.defineProperty(this, name, { value: made, writable: true });
      return made;
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
  // Where a guard would lead, also from a host that has no pages of the library.
  return toSessionRequired(refusedIn(visit, state.answer), visit.mounted, { returnTo }).signInUrl;
}

/** The functions of a capability, under its name, by a function that creates them. */
function toMethods(
  [name, { forms = {}, calls = [] }]: readonly [string, FunctionsShape],
): readonly [string, (state: AuthState<AuthConfig>) => object] {
  return [name, (state) =>
    Object.fromEntries([
      ...Object.keys(forms).map((form) => [form, async (fields: object) => {
        const result = await change(state, wishOf(name, form), (mounted, request) =>
          mounted.submit(request, { name, form, fields }));
        return toFormValue(result);
      }]),
      ...calls.map((call) => [
        call,
        (...params: readonly unknown[]) =>
          callIn(state, { name, call, params }),
      ]),
    ])];
}

const wishOf = (name: string, call: string): string => `call auth.${name}.${call}()`;

/** Returns the result of a form as an application gets it: a `FormValue`. */
export function toFormValue({ url, shown }: Pick<FormResult, "url" | "shown">): string | object {
  return shown ? { url, ...shown } : url;
}

async function callIn(state: AuthState<AuthConfig>, action: CallAction): Promise<unknown> {
  const { answer } = state;
  const wish = wishOf(action.name, action.call);
  const visit = visitIn(state, wish);
  const door = {
    userId: async () => await visit.session.read() && await visit.session.userId(),
    signInUrl: (returnTo?: string) => signInUrlIn(state, returnTo),
    canSetCookies: () => isPossible(() => answer.assertOpen(wish)),
  };
  const result = await call(visit, (mounted, request) => mounted.call(request, action, door), {
    read: () => readNow(state, visit),
    setCookies: answer.setCookies,
  });
  // The next read sees what the call has changed.
  if (result.cookies.length) state.reading = undefined;
  if (!result.lack) return result.value;
  const { lack, url: location, returnTo } = result;
  throw await refusalIn(state, { lack, returnTo, ...(location !== undefined && { location }) });
}

/** Returns whether a page has something to show before the user goes on. @param shown The values that it shows. */
export function hasToShow(shown: object | null): boolean {
  return Object.values(shown ?? {}).some((value) => value !== null);
}

/** Whether an attempt does not throw. */
export function isPossible(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
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
interface Guarded extends Lacking {
  /** The request. */
  readonly refused: Refused;
  /** The mount whose pages help. */
  readonly mounted: Place;
}

/** Returns the answer of a guard, as `toRefusal` does, and keeps a form. The `auth` is of this copy of the library. */
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
  const visit = visitIn(state, "require a session");
  const kept = answer.form && await keepForm(answer.form, refused, visit);
  if (!kept) return null;
  answer.setCookies(kept.cookies);
  return kept.returnTo;
}

/** Reads the session of an `auth` of this copy, and returns what it lacks. @throws {ConfigError} if nothing can be what is needed. */
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
  if (state.answer.isForAll?.()) return Promise.resolve(null);
  const visit = visitIn(state, "read the session");
  const read = () => readNow(state, visit);
  const { changing } = visit;
  const readAfter = () => changing ? changing.then(read) : read();
  // Following who asks costs as much as the rest of the door. Where no code of the application runs, no one asks.
  const waits = changing || visit.mounted.runsOwnCode ? visit.waits : undefined;
  const usual = () => {
    if (state.reader !== visit.session) state.reading = undefined;
    return state.reading ??= waits?.read(readAfter) ?? readAfter();
  };
  return waits?.answer(usual, read) ?? usual();
}

async function readNow<C extends AuthConfig>(
  state: AuthState<C>,
  visit: Visit<C>,
): Promise<SessionOf<C> | null> {
  // Also without a session: the page says so to this visitor alone.
  visit.isPrivate = true;
  const { answer } = state;
  const { session } = visit;
  state.reader = session;
  const found = await session.read();
  await answer.prolong?.(session);
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

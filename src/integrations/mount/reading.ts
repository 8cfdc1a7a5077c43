/**
 * A session that is read while the application sends requests to itself: each of them would read it as well, with the cookies of
 * before, and `callbacks.jwt` would exchange a token that works once again.
 *
 * @module
 */

import { sessionSetupOf } from "../../config/session_setup.ts";
import { isChunkOf } from "../../http/chunked_cookies.ts";
import { parseCookies, schemeOf } from "../../http/cookies.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ofAnother } from "../../platform/platform.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { type Visit, withCookies } from "./visit.ts";

/** Visits whose callbacks run, the innermost first. */
interface Inside {
  readonly visit: object;
  readonly outer: Inside | undefined;
}

/** The part of `AsyncLocalStorage` that is used here. */
interface Storage {
  getStore(): Inside | undefined;
  run<T>(inside: Inside, work: () => T): T;
}

/** `undefined` where the runtime has none. */
const storage = createStorage();

const pending = new WeakSet<object>();

/** Takes note of when the session of a visit is read, for `renewFirst`. */
export function watchReading<C extends AuthConfig>(visit: Visit<C>): void {
  const { session } = visit;
  const read = async () => {
    pending.add(visit);
    try {
      return await session.read();
    } finally {
      pending.delete(visit);
    }
  };
  let reading: ReturnType<typeof read> | undefined;
  const readOnce = () =>
    reading ??= storage ? storage.run({ visit, outer: storage.getStore() }, read) : read();
  visit.session = { ...session, read: readOnce };
}

/** Goes on with cookies that another request of the same answer has set. The session is read anew if its cookie is among them. */
export function adopt<C extends AuthConfig>(visit: Visit<C>, cookies: readonly SetCookie[]): void {
  visit.request = withCookies(visit.request, cookies);
  const { cookies: { sessionToken: { name: own } } } = setupOfVisit(visit);
  if (!cookies.some(({ name }) => name === own || isChunkOf(name, own))) return;
  visit.session = visit.mounted.session(visit.request);
  watchReading(visit);
}

function setupOfVisit<C extends AuthConfig>({ mounted, request }: Visit<C>) {
  return sessionSetupOf(mounted.config, schemeOf(request.url));
}

/** The cookies that a header `Set-Cookie` sets or removes. */
export function cookiesIn(header: string): SetCookie[] {
  const options = /;\s*max-age=0\b/i.test(header) ? { maxAge: 0 } : {};
  return [...parseCookies(header.split(";")[0]!)].map(([name, value]) => ({ name, value, options }));
}

/**
 * Reads the session before the application asks itself, if `callbacks.jwt` may change it. A callback that asks does not wait for
 * itself; nor does anybody where the runtime does not say who asks. One that waits for what something else has asked gets its answer
 * after a while.
 *
 * @returns Whether it is not being read any more.
 */
export async function renewFirst<C extends AuthConfig>(visit: Visit<C>): Promise<boolean> {
  const { mounted, session, changing } = visit;
  if (pending.has(visit) && (!storage || isInside(visit, storage.getStore()))) return false;
  if (mounted.config.callbacks?.jwt && !changing) {
    await ofAnother(
      session.read().catch(() => null),
      () => Promise.resolve(null),
      setupOfVisit(visit).platform,
    );
  }
  return !pending.has(visit);
}

function isInside(visit: object, inside: Inside | undefined): boolean {
  return inside !== undefined && (inside.visit === visit || isInside(visit, inside.outer));
}

function createStorage(): Storage | undefined {
  const { process } = globalThis as {
    readonly process?: {
      getBuiltinModule?(
        id: "node:async_hooks",
      ): { readonly AsyncLocalStorage: new () => Storage } | undefined;
    };
  };
  try {
    const hooks = process?.getBuiltinModule?.("node:async_hooks");
    return hooks && new hooks.AsyncLocalStorage();
  } catch {
    return undefined;
  }
}

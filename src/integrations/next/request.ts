/**
 * The current request in Next: its URL as browsers see it, its cookies, and its session.
 *
 * @module
 */

import { joined, runWork } from "../mount/waits.ts";
import { isPossible } from "../mount/request_auth.ts";
import {
  connection,
  cookies,
  type CookieStore,
  headers,
  type ParsedCookie,
  parseSetCookies,
} from "./server.ts";
import type { NextRequest } from "./types.ts";
import { withCookie } from "../mount/visit.ts";
import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import type { ActionRequest, Mount, SessionReader } from "../mount/integration.ts";
import { firstOf } from "../../http/request_origin.ts";
import type { RequestHeaders } from "../../http/types.ts";

/** Returns the mount for a request; in server components and actions, Next does not hand one over. */
export type Mounted<C extends AuthConfig> = (request: NextRequest | undefined) => Promise<Mount<C>>;

/** The request that Next works on, where it does not hand over a `Request`. */
interface Current {
  /** Its cookies. In server components they cannot be set. */
  readonly store: CookieStore;
  /** Its headers, with the cookies as the application has changed them, at the origin of the application. */
  readonly request: ActionRequest;
}

/**
 * The name of a header with which the proxy says that it has set these cookies, so that no one else sets them for the same
 * request. A client that sends it keeps its own session from being prolonged, and gains nothing.
 */
export const PROLONGED = "x-latchkey-prolonged";

/** The name of a cookie that does not exist: a server component can set none, and Next says so only if one tries. */
const NO_COOKIE = "latchkey.none";

/** Returns whether cookies can be set: in a route handler or a server action, and not in a server component. */
export function isWritable(store: CookieStore): boolean {
  return isPossible(() => store.set(NO_COOKIE, "", { maxAge: 0 }));
}

/** Reads the current request. At build time, Next makes the page dynamic here, before there must be a config. */
export async function currentRequest(): Promise<Current> {
  await connection();
  const received = await headers();
  // Before `cookies()`, which may write one value of each name into the header, if a proxy has set a cookie.
  const sent = received.get("cookie");
  const store = await cookies();
  const protocol = firstOf(received.get("x-forwarded-proto")) === "https" ? "https:" : "http:";
  return {
    store,
    request: {
      url: `${protocol}//${hostOf(received) ?? "localhost"}/`,
      // Next does not reveal the method. Server actions and scripts send `Origin`; a request without it may be a link.
      method: "GET",
      headers: withCookie(received, cookieHeader(sent, store)),
    },
  };
}

/**
 * The cookies as the browser sent them, with the changes of the application. Next keeps the last value of each name, where
 * another one may be ours.
 *
 * @param sent The header of the browser.
 * @param store What Next has made of it, and the application since.
 */
export function cookieHeader(sent: string | null, store: Pick<CookieStore, "getAll">): string {
  const now = new Map(store.getAll().map(({ name, value }) => [name, value]));
  // As Next reads it: else a cookie would look like a changed one.
  const pairs = sent?.split(/; */).filter((pair) => pair.includes("=")) ?? [];
  const last = new Map(pairs.flatMap(parsePair));
  const left = pairs.filter((pair) => last.get(nameIn(pair)) === now.get(nameIn(pair)));
  const names = new Set(left.map(nameIn));
  return [...left, ...store.getAll().filter(({ name }) => !names.has(name)).map(toPair)].join("; ");
}

function nameIn(pair: string): string {
  return pair.slice(0, pair.indexOf("="));
}

/** The name and the value of a cookie; nothing if Next cannot decode it. */
function parsePair(pair: string): readonly (readonly [name: string, value: string])[] {
  const name = nameIn(pair);
  try {
    return [[name, decodeURIComponent(pair.slice(name.length + 1))]];
  } catch {
    return [];
  }
}

function toPair({ name, value }: { readonly name: string; readonly value: string }): string {
  return `${name}=${encodeURIComponent(value)}`;
}

/** The values of cookies, to compare. */
function valuesIn(store: CookieStore): string {
  return store.getAll().map(toPair).join("; ");
}

/**
 * Returns the URL of a request as browsers see it: with the base path of Next, and the host of the `Host` header. In a
 * server of one's own, the URL that Next gives has the name that the server listens on.
 *
 * `X-Forwarded-Host` does not count: Next passes on what a client sends. The protocol is the one that Next has found.
 */
export function publicUrl({ nextUrl, headers }: NextRequest): string {
  const { protocol, host, basePath, pathname, search } = nextUrl;
  return `${protocol}//${hostOf(headers) ?? host}${basePath}${pathname}${search}`;
}

/** A session, and the mount that it was read with. */
export interface ReadSession<C extends AuthConfig> {
  /** The session; `null` if no one is signed in. */
  readonly session: SessionOf<C> | null;
  /** The mount. */
  readonly mount: Mount<C>;
  /** Returns what the session lacks; `null` if it is enough. */
  readonly lacks: SessionReader<C>["lacks"];
  /** Returns the id of its user; `null` if no one is signed in. */
  readonly userId: SessionReader<C>["userId"];
  /** The request. Its URL has the origin alone. */
  readonly request: ActionRequest;
  /** Its cookies. */
  readonly store: CookieStore;
}

/**
 * Returns a function that reads the session of the current request: once, until the application changes its cookies. Sets
 * the cookie of a prolonged session where cookies can be set.
 */
export function sessionReaderOf<C extends AuthConfig>(
  mounted: Mounted<C>,
): (request?: NextRequest) => Promise<ReadSession<C>> {
  const readings = new WeakMap<CookieStore, Reading<C>>();
  return async (received) => {
    const { store, request } = await currentRequest();
    const seen = valuesIn(store);
    const known = readings.get(store);
    if (known?.seen === seen) return await joined(known, () => known.read);
    const read = async () => {
      const mount = await mounted(received);
      const reader = mount.session(request);
      const session = await reader.read();
      const due = await dueCookies(reader, request);
      if (setAll(store, due)) reading.seen = valuesIn(store);
      return { session, mount, lacks: reader.lacks, userId: reader.userId, request, store };
    };
    const begun: { seen: string; read?: Reading<C>["read"] } = { seen };
    const reading: Reading<C> = Object.assign(begun, { read: runWork(begun, read) });
    readings.set(store, reading);
    return await reading.read;
  };
}

interface Reading<C extends AuthConfig> {
  /** The cookies that it has read, or that are there because of it. */
  seen: string;
  readonly read: Promise<ReadSession<C>>;
}

/** Returns the cookies among the headers that prolong a session. */
export function cookiesOf(added: readonly (readonly [string, string])[]): readonly ParsedCookie[] {
  return parseSetCookies(added.filter(([name]) => name === "set-cookie").map(([, value]) => value));
}

/** Matches a `Host` header: a name or an address, perhaps with a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function hostOf(headers: Pick<RequestHeaders, "get">): string | undefined {
  const host = headers.get("host") ?? "";
  return HOST.test(host) && URL.canParse(`http://${host}`) ? host : undefined;
}

/** The cookies of a prolonged session, without those that the proxy has set. */
async function dueCookies<C extends AuthConfig>(
  reader: SessionReader<C>,
  { headers }: ActionRequest,
): Promise<readonly ParsedCookie[]> {
  const added = await reader.headers([]);
  const done = headers.get(PROLONGED)?.split(" ") ?? [];
  return cookiesOf(added).filter(({ name }) => !done.includes(name));
}

/** Sets cookies. @returns Whether there were any, and they could be set. */
function setAll(store: CookieStore, cookies: readonly ParsedCookie[]): boolean {
  try {
    for (const { name, value, ...options } of cookies) store.set(name, value, options);
  } catch {
    // Server components cannot set cookies. The proxy sets them, or the next route handler.
    return false;
  }
  return cookies.length > 0;
}

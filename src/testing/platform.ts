/**
 * A deterministic platform for tests: a manual clock, seeded randomness, and a network inside the process.
 *
 * @module
 */

import type { Platform } from "../platform/platform.ts";
import type { Awaitable } from "../values/types.ts";

/** Answers the requests to one origin. */
export type Site = (request: Request) => Awaitable<Response>;

/** Sites by their origin, such as `https://app.test`. Looked up at each request, so a test can add sites at any time. */
export type Sites = Record<string, Site>;

/** Settings of a test platform. */
export interface TestPlatformOptions {
  /** The time at the start, in milliseconds since the epoch. Default: 2030-01-01T00:00:00Z. */
  readonly now?: number;
  /** Seed of the randomness: an integer. Platforms with the same seed give the same bytes. Default 1. */
  readonly seed?: number;
  /** The sites that `fetch` reaches. Default: none yet. */
  readonly sites?: Sites;
}

/** One entry of the log. */
export interface LogLine {
  /** Its level. */
  readonly level: "error" | "warn" | "debug";
  /** Its text. */
  readonly text: string;
}

/** A platform for tests. Its functions do not use `this`: `fakeProvider({ now: platform.now })`. */
export interface TestPlatform extends Platform {
  /** The sites that `fetch` reaches. Add sites to it, and pass it to `testBrowser`. */
  readonly sites: Sites;
  /** Log entries, oldest first. */
  readonly lines: LogLine[];
  /** Moves the clock, and runs the timers that are due. @param seconds Forward; backward if negative. */
  tick(seconds: number): void;
}

/**
 * Creates a platform for tests. The bytes of its `random` are predictable: never use it to protect anything.
 *
 * Its `fetch` behaves like that of a server: it follows redirects by default, stops when its signal aborts, and rejects
 * with a `TypeError` for an unknown site.
 *
 * @example
 * ```ts
 * import { testPlatform } from "@latchkey/auth/testing";
 *
 * const platform = testPlatform({ sites: { "https://api.test": () => Response.json({ ok: true }) } });
 * const before = platform.now();
 * platform.tick(60);
 * console.log(platform.now() - before); // 60000
 * console.log(await (await platform.fetch("https://api.test/health")).json()); // { ok: true }
 * ```
 */
export function testPlatform(options: TestPlatformOptions = {}): TestPlatform {
  const { seed = 1, sites = {} } = options;
  const lines: LogLine[] = [];
  // A browser of these sites shows the log with its failures.
  Object.defineProperty(sites, LOG, { value: lines, configurable: true });
  let now = options.now ?? Date.UTC(2030, 0, 1);
  let drawn = 0;
  let timers: readonly Timer[] = [];
  return {
    sites,
    lines,
    now: () => now,
    tick: (seconds) => {
      now += seconds * 1000;
      const due = timers.filter((timer) => timer.due <= now);
      timers = timers.filter((timer) => timer.due > now);
      for (const { callback } of due) callback();
    },
    random: (length) => Uint8Array.from({ length }, () => byteOf(seed, drawn++)),
    fetch: (input, init) => fetchFrom(sites, input, init),
    timer: (milliseconds, callback) => {
      const timer = { due: now + milliseconds, callback };
      timers = [...timers, timer];
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    log: (level, text) => void lines.push({ level, text }),
  };
}

/** Where the sites of a platform keep its log. */
const LOG = Symbol.for("@latchkey/auth/testing/log");

/** The last errors and warnings in the log of the platform of these sites, to add to a failure; empty without any. */
export function lastLines(sites: Sites): string {
  const lines = (sites as { readonly [LOG]?: readonly LogLine[] })[LOG] ?? [];
  const shown = lines.filter(({ level }) => level !== "debug").slice(-3).map(({ text }) => text);
  return shown.length ? `. The log ends with: ${shown.join(" / ")}` : "";
}

interface Timer {
  /** Milliseconds since the epoch. */
  readonly due: number;
  readonly callback: () => void;
}

/** Byte number `index` of a seed, by the finalizer of MurmurHash3. */
function byteOf(seed: number, index: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & 0xff;
}

async function fetchFrom(sites: Sites, input: string, init: RequestInit | undefined): Promise<Response> {
  const first = new Request(input, init);
  const signal = init?.signal ?? undefined;
  // A redirect with status 307 or 308 sends the body again.
  const body = first.body ? await first.arrayBuffer() : undefined;
  let request = new Request(first.url, { method: first.method, headers: first.headers, body, signal });
  for (let redirects = 0; redirects <= 20; redirects++) {
    const response = await untilAborted(answer(sites, request), signal);
    const location = response.headers.get("location");
    if (!isRedirect(response) || location === null || first.redirect === "manual") {
      return withAbortableBody(response, signal);
    }
    if (first.redirect === "error") {
      throw new TypeError(`Cannot fetch "${request.url}": it answered with a redirect`);
    }
    request = redirected(request, { status: response.status, location, body, signal });
  }
  throw new TypeError(`Cannot fetch "${input}": more than 20 redirects`);
}

async function answer(sites: Sites, request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  const site = sites[origin];
  if (!site) {
    throw new TypeError(`Cannot fetch "${request.url}": there is no site at "${origin}" in this test`);
  }
  return await site(request);
}

/** Settles like `work`, but rejects as soon as the signal aborts. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function isRedirect(response: Response): boolean {
  return [301, 302, 303, 307, 308].includes(response.status);
}

/** A signal also aborts reading the body, as with a real `fetch`. */
function withAbortableBody(response: Response, signal: AbortSignal | undefined): Response {
  if (!signal || !response.body) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
}

interface Redirect {
  readonly status: number;
  readonly location: string;
  readonly body: ArrayBuffer | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The request that follows a redirect. @see {@link https://fetch.spec.whatwg.org/#http-redirect-fetch | Fetch §4.4} */
function redirected(request: Request, { status, location, body, signal }: Redirect): Request {
  const url = new URL(location, request.url);
  const headers = new Headers(request.headers);
  const becomesGet = status === 303 || (status < 303 && request.method === "POST");
  if (becomesGet) headers.delete("content-type");
  if (url.origin !== new URL(request.url).origin) headers.delete("authorization");
  if (becomesGet) return new Request(url, { headers, signal });
  return new Request(url, { method: request.method, headers, body, signal });
}

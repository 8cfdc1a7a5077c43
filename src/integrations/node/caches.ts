/**
 * Keeps the private answers of Node from caches.
 *
 * @module
 */

import { isForCaches, NO_STORE } from "../../http/caches.ts";
import type { NodeResponse } from "./types.ts";
import type { LoggerInstance } from "../../values/types.ts";

/** Forbids caches to keep an answer for which the application has asked who is signed in. Too late for that, the log says so. */
export function keepReadPrivate(res: NodeResponse, logger: Pick<LoggerInstance, "warn">): void {
  if (keepPrivate(res) || res.writableFinished) return;
  if (!/private|no-store/i.test(String(res.getHeader("cache-control")))) logger.warn(LATE);
}

const LATE =
  "session-read-late: a session was read when the headers of the response had left, so that a cache may keep what is for one " +
  "user: ask who is signed in before anything is sent";

/**
 * Forbids caches to keep an answer, whatever the application sets before or after: the methods that write headers pass over
 * those for caches. The headers leave at a time that only Node knows.
 *
 * @returns Whether it's kept from them; `false` if its headers had left before.
 */
export function keepPrivate(res: NodeResponse): boolean {
  if (KEPT in res) return true;
  if (res.headersSent) return false;
  const methods = res as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>;
  for (const name of res.getHeaderNames()) if (isForCaches(name)) res.removeHeader(name);
  res.setHeader("cache-control", NO_STORE);
  for (const method of ["setHeader", "appendHeader", "removeHeader"]) {
    const own = methods[method];
    if (own) {
      methods[method] = (name, ...rest) => isForCaches(String(name)) ? res : own.call(res, name, ...rest);
    }
  }
  const { writeHead } = methods;
  methods.writeHead = (...args) => writeHead!.apply(res, args.map(withoutCaching));
  Object.assign(res, { [KEPT]: true });
  return true;
}

/** Marks an answer that is kept from caches. */
const KEPT = Symbol("kept from caches");

/** The headers of `writeHead`, an object or a list of names and values, without those for caches. Else the argument itself. */
function withoutCaching(argument: unknown): unknown {
  if (Array.isArray(argument)) {
    return argument.filter((each, i) =>
      !isForCaches(String(Array.isArray(each) ? each[0] : argument[i - i % 2]))
    );
  }
  if (typeof argument !== "object" || argument === null) return argument;
  return Object.fromEntries(Object.entries(argument).filter(([name]) => !isForCaches(name)));
}

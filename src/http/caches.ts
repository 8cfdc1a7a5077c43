/**
 * Keeps caches from keeping an answer.
 *
 * @module
 */

/** `Cache-Control` by which no cache keeps an answer. */
export const NO_STORE = "private, no-cache, no-store";

/** Headers that forbid caching (RFC 9111 §5.2.2). Every answer has them unless it sets its own. */
export const PRIVATE: Readonly<Record<string, string>> = {
  "cache-control": NO_STORE,
  expires: "0",
  pragma: "no-cache",
};

/** Whether a header is `Cache-Control`, or lets one cache keep what that forbids (RFC 9213; Akamai; nginx). */
export function isForCaches(name: string): boolean {
  return /\b(cache|surrogate|edge)-control$|accel-expires$/i.test(name);
}

/** Forbids all caches to keep an answer, whatever the application has set, or sets afterwards. */
export function forbidCaches(headers: Headers): void {
  // They are guarded.
  if (Object.hasOwn(headers, "set")) return;
  for (const name of [...headers.keys()]) if (isForCaches(name)) headers.delete(name);
  headers.set("cache-control", NO_STORE);
  passOverCaches(headers);
}

/** Lets the methods that change headers pass over those for caches. */
export function passOverCaches(headers: Headers): void {
  const methods = headers as unknown as Record<string, (name: string, value?: string) => unknown>;
  for (const method of ["set", "append", "delete"]) {
    const own = methods[method]!;
    methods[method] = (name, value) => isForCaches(name) || own.call(headers, name, value);
  }
}

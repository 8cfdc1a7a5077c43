/**
 * Which of two wants to set the cookie of a session counts.
 *
 * @module
 */

/**
 * Whether an answer of the application sets or removes a cookie that the session wants to set. The answer then begins or
 * ends a session, and a cookie that prolongs the old one would undo it.
 *
 * @param own The `Set-Cookie` headers of the answer.
 * @param headers As `resolveSession` returns them.
 */
export function setSameCookie(own: readonly string[], headers: Headers): boolean {
  const names = new Set(headers.getSetCookie().map(toName));
  return own.some((header) => names.has(toName(header)));
}

/** A cookie that is too large is kept in several, whose names end with a number. */
function toName(header: string): string {
  return header.split("=", 1)[0]!.trim().replace(/\.\d+$/, "");
}

/**
 * The path of a request as the client has sent it, where the server of Node tells.
 *
 * @module
 */

/**
 * What the parser of URLs makes another path of: `\\`, dot segments, and characters that it drops. A rule of a proxy has seen
 * the path that was sent, and not that one.
 */
// deno-lint-ignore no-control-regex -- these are the characters
const CHANGED_PATH = /^[^?#]*?(?:[\\\x00-\x20]|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i;

/** Whether the parser has made another path of that of a request: it is none of the library. @param req That of Node, if there is one. */
export function isChangedPath(
  req: { readonly url?: string | undefined; readonly originalUrl?: string | undefined } | undefined,
): boolean {
  return CHANGED_PATH.test(req?.originalUrl ?? req?.url ?? "");
}

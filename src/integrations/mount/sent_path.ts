/**
 * The path of a request as the client has sent it, where the server tells.
 *
 * @module
 */

/** Where a request says what the client has sent. */
interface Sent {
  readonly url?: string | undefined;
  readonly originalUrl?: string | undefined;
}

/**
 * What the parser of URLs makes another path of: `\\`, dot segments, and characters that it drops. A rule of a proxy has seen
 * the path that was sent, and not that one.
 */
// deno-lint-ignore no-control-regex -- these are the characters
const CHANGED_PATH = /^[^?#]*?(?:[\\\x00-\x20]|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i;

/** Whether the parser has made another path of that of a request: it is none of the library. @param req That of Node, if there is one. */
export function isChangedPath(req: Sent | undefined): boolean {
  return CHANGED_PATH.test(req?.originalUrl ?? req?.url ?? "");
}

/**
 * Path and query of a request as the client sent them, without the host, which only clients of proxies send. A target
 * whose host is odd stays as it is: Express takes the end of `http://a:x/auth` for a part of the path.
 */
export function targetOf({ originalUrl, url }: Sent): string {
  const host = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?(?=[/?#]|$)/i;
  return (originalUrl ?? url ?? "").replace(host, "");
}

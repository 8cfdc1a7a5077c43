/**
 * A browser that sends other cookies than its own, as one does that has several of one name.
 *
 * @module
 */

import { APP, type World } from "./_world.ts";

/**
 * Lets the browser send other cookies from now on.
 *
 * @param toCookies Makes them of the own ones, as the header has those; may be empty.
 */
export function sendCookies(
  { platform: { sites } }: Pick<World, "platform">,
  toCookies: (own: string) => readonly string[],
): void {
  const app = sites[APP]!;
  sites[APP] = (request) => {
    const headers = new Headers(request.headers);
    headers.set("cookie", toCookies(request.headers.get("cookie") ?? "").filter(Boolean).join("; "));
    return app(new Request(request, { headers }));
  };
}

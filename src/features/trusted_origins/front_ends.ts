/**
 * What front ends on other origins may do: send requests, read the answers, and have users come back to them.
 *
 * @module
 */

import type { FrontEnds } from "../../http/front_ends.ts";
import { once } from "../../platform/once.ts";

const cors = once(() => import("./cors.ts"));

/** What the pages of these origins may do. */
export function frontEnds(origins: ReadonlySet<string>): FrontEnds {
  /** One of another site counts for nothing, whatever the config says: browsers keep the cookies of the application from it. */
  const trusts: FrontEnds["trusts"] = (headers) =>
    origins.has(headers.get("origin")!) && headers.get("sec-fetch-site") !== "cross-site";
  return {
    trusts,
    redirect: (own) => async (asked) => (await cors()).allowedUrl(asked, origins, await own.redirect(asked)),
    readable: async (received, outcome) =>
      (await cors()).readableBy(received, trusts(received.headers), outcome),
  };
}

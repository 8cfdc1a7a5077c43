/**
 * The headers `Sec-Fetch-Site`, `Referer` and `Origin`, which describe the origin of a request.
 *
 * @module
 */

/** The page that makes a request. */
export interface Initiator {
  /** Its URL. */
  readonly url: URL;
  /** Its referrer policy; `""` is the default. */
  readonly policy: string;
}

/** A request, with its redirects so far. */
export interface Journey {
  /** The page that makes it; `null` for the user, through the address bar. */
  readonly initiator: Initiator | null;
  /** The referrer that redirects have left; a redirect can only shorten it. `null` for none. */
  readonly referrer: string | null;
  /** Its URL and those it was redirected to, in order. */
  readonly chain: readonly URL[];
  /** Its method. */
  readonly method: string;
  /** Its mode. */
  readonly mode: "cors" | "navigate" | "no-cors";
}

/** Value of `Sec-Fetch-Site`. */
type Relation = "cross-site" | "none" | "same-origin" | "same-site";

/** How the URLs of a request relate to its page. @see {@link https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header | Fetch Metadata §2.3} */
export function relationOf({ initiator, chain }: Pick<Journey, "chain" | "initiator">): Relation {
  if (!initiator) return "none";
  if (chain.every((url) => url.origin === initiator.url.origin)) return "same-origin";
  return chain.every((url) => siteOf(url) === siteOf(initiator.url)) ? "same-site" : "cross-site";
}

/** Scheme and registrable domain. The last two labels stand in for the latter. */
function siteOf({ protocol, hostname }: URL): string {
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return `${protocol}//${isAddress ? hostname : hostname.split(".").slice(-2).join(".")}`;
}

/** The effective policy of a `Referrer-Policy` header: the last known value. */
export function splitPolicy(header: string | null): string {
  return (header ?? "").split(",").map((one) => one.trim()).findLast((one) => POLICIES.has(one)) ?? "";
}

const POLICIES: ReadonlySet<string> = new Set([
  "no-referrer",
  "no-referrer-when-downgrade",
  "origin",
  "origin-when-cross-origin",
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
  "unsafe-url",
]);

/** The URL of a page as a referrer, before the policy shortens it. */
export function toReferrer(initiator: Initiator | null): string | null {
  return initiator && initiator.url.origin + initiator.url.pathname + initiator.url.search;
}

/** Value of `Referer`. @see {@link https://www.w3.org/TR/referrer-policy/#determine-requests-referrer | Referrer Policy §8.3} */
export function refererHeader({ initiator, referrer: whole, chain }: Journey): string | null {
  if (!initiator || whole === null) return null;
  const { origin } = initiator.url;
  const short = `${origin}/`;
  const target = chain.at(-1)!;
  const isSameOrigin = target.origin === origin;
  const isDowngrade = isDowngraded(initiator.url, target);
  switch (initiator.policy) {
    case "no-referrer":
      return null;
    case "no-referrer-when-downgrade":
      return isDowngrade ? null : whole;
    case "origin":
      return short;
    case "origin-when-cross-origin":
      return isSameOrigin ? whole : short;
    case "same-origin":
      return isSameOrigin ? whole : null;
    case "strict-origin":
      return isDowngrade ? null : short;
    case "unsafe-url":
      return whole;
    default:
      return isSameOrigin ? whole : isDowngrade ? null : short;
  }
}

/**
 * Value of `Origin`. It can be `"null"`: a form of a page with `Referrer-Policy: no-referrer` sends that, even to the
 * same origin.
 *
 * @see {@link https://fetch.spec.whatwg.org/#append-a-request-origin-header | Fetch §3.2}
 */
export function originHeader(journey: Journey): string | null {
  const { initiator, chain, method, mode } = journey;
  if (!initiator) return null;
  const { url, policy } = initiator;
  const target = chain.at(-1)!;
  const isSameOrigin = relationOf(journey) === "same-origin";
  const origin = isTainted(initiator, chain) ? "null" : url.origin;
  if (mode === "cors" && !isSameOrigin) return origin;
  if (method === "GET" || method === "HEAD") return null;
  if (mode === "cors") return origin;
  if (policy === "no-referrer") return "null";
  if (policy === "same-origin" && target.origin !== url.origin) return "null";
  const isStrict = !["origin", "origin-when-cross-origin", "same-origin", "unsafe-url"].includes(policy);
  return isStrict && isDowngraded(url, target) ? "null" : origin;
}

function isDowngraded(from: URL, to: URL): boolean {
  return from.protocol === "https:" && to.protocol !== "https:";
}

/** Whether a cross-origin URL redirected the request to another origin. */
function isTainted({ url }: Initiator, chain: readonly URL[]): boolean {
  return chain.some((next, index) => {
    const previous = chain[index - 1];
    return previous !== undefined && previous.origin !== next.origin && previous.origin !== url.origin;
  });
}

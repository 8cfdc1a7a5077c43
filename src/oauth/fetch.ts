/**
 * Requests to a provider, within limits: https, no redirects, ten seconds, one MiB.
 *
 * @module
 */

import { ProviderResponseError, ProviderUnavailable } from "../errors.ts";
import { readText } from "../http/body.ts";
import { type Platform, TimedOut, within } from "../platform.ts";
import type { CustomFetch } from "../providers/types.ts";
import { isLoopback } from "./private_host.ts";

/** An answer that has come whole. */
export interface Answer {
  /** Status. */
  readonly status: number;
  /** Headers. */
  readonly headers: Headers;
  /** Body. */
  readonly text: string;
}

/** Sends a request and waits for the whole answer. */
export type BoundedRequest = (input: string, init?: RequestInit) => Promise<Answer>;

/** How long an answer may take, in milliseconds. */
const TIMEOUT = 10_000;

/** The most bytes of an answer. */
const MAX_BODY = 1_048_576;

/**
 * Puts limits to a `fetch`: the answer has come whole within ten seconds and one MiB, and redirects are not followed,
 * so that nobody is led to send a secret elsewhere (RFC 9700 §4.12).
 *
 * The function throws {@linkcode ProviderUnavailable} if there is no answer, {@linkcode ProviderResponseError} if it
 * is too large or the URL is not accepted.
 *
 * @param accepts Returns whether requests may go to a URL.
 */
export function boundedRequest(
  fetch: CustomFetch,
  platform: Pick<Platform, "timer">,
  accepts: (url: string) => boolean = isSecureUrl,
): BoundedRequest {
  return async (input, init) => {
    const url = String(input);
    if (!accepts(url)) {
      throw new ProviderResponseError(
        `Cannot send a request to "${url}": it is neither https nor on this machine`,
      );
    }
    try {
      return await within(
        TIMEOUT,
        platform,
        (signal) => send(fetch, url, { ...init, redirect: "manual", signal }),
      );
    } catch (error) {
      if (error instanceof ProviderResponseError) throw error;
      const isLate = error instanceof TimedOut;
      const reason = isLate ? "it did not answer within 10 seconds" : "it could not be reached";
      throw new ProviderUnavailable(`Cannot get "${withoutQuery(url)}": ${reason}`, error as Error);
    }
  };
}

/** A `fetch` that ends. */
export type BoundedFetch = (input: string, init?: RequestInit) => Promise<Response>;

/** The same for code that wants a `Response`. */
export function toFetch(request: BoundedRequest): BoundedFetch {
  return async (input, init) => toResponse(await request(input, init));
}

/** An answer for code that wants a `Response`. */
export function toResponse({ status, headers, text }: Answer): Response {
  // A status without body takes none (Fetch §2.2.3), and 0 stands for a redirect that was not followed.
  const isEmpty = status < 200 || status === 204 || status === 205 || status === 304;
  return isEmpty
    ? new Response(null, { status: status < 200 ? 302 : status, headers })
    : new Response(text, { status, headers });
}

/** Returns whether a URL is one of the web, encrypted or not. */
export function isWebUrl(url: string): boolean {
  return /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "");
}

/** Returns whether a request to a URL can be read by no one on the way: it is https, or stays on this machine. */
export function isSecureUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

async function send(fetch: CustomFetch, url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await readText(response, MAX_BODY);
  if (text !== null) return { status: response.status, headers: response.headers, text };
  throw new ProviderResponseError(
    `Cannot read the answer of "${withoutQuery(url)}": it is larger than 1 MiB`,
  );
}

function withoutQuery(url: string): string {
  return url.split("?")[0]!;
}

/**
 * Requests to a provider, with limits: https, no redirects, ten seconds, one MiB.
 *
 * @module
 */

import { readText } from "../platform/body.ts";
import {
  type AuthError,
  type ErrorCause,
  ProviderResponseError,
  ProviderUnavailable,
} from "../errors/errors.ts";
import { parseJsonObject } from "../values/json_object.ts";
import { isLoopback } from "./request_origin.ts";
import { type Platform, TimedOut, within } from "../platform/platform.ts";
import type { CustomFetch } from "./types.ts";
import { ProviderAnswer } from "./provider_answer.ts";
import { isA, propertyOf } from "../errors/thrown.ts";
import type { LoggerInstance } from "../values/types.ts";

/** Sends a request and waits for the complete answer. */
export type BoundedRequest = (input: string, init?: BoundedInit) => Promise<ProviderAnswer>;

/** Settings of a request. */
interface BoundedInit extends RequestInit {
  /** The URL for messages. Default: the URL without its query, which may contain secrets. */
  readonly shown?: string | undefined;
}

/** Timeout of a request, in milliseconds. */
const TIMEOUT = 10_000;

/** The largest accepted answer, in bytes. */
const MAX_BODY = 1_048_576;

/**
 * Limits a `fetch`: the complete answer must arrive within ten seconds and have at most one MiB. It does not follow
 * redirects, which could send a secret elsewhere (RFC 9700 §4.12).
 *
 * The function throws {@linkcode ProviderUnavailable} if there is no answer, {@linkcode ProviderResponseError} if the
 * answer is too large or `accepts` refuses the URL. A `signal` of the caller ends a request earlier.
 *
 * @param accepts Returns whether requests may go to a URL.
 */
export function boundedRequest(
  fetch: CustomFetch,
  platform: Pick<Platform, "timer">,
  accepts: (url: string) => boolean = isSecureUrl,
): BoundedRequest {
  return async (input, options = {}) => {
    const url = String(input);
    const { shown = withoutQuery(url), ...init } = options;
    if (!accepts(url)) {
      throw new ProviderResponseError(
        `Cannot send a request to "${shown}": it is neither https nor on this machine`,
      );
    }
    try {
      const answer = await within(
        TIMEOUT,
        platform,
        (own) => {
          // Node 20.0 to 20.2 lack `any`: there a request ends with its own limit alone.
          const signal = init.signal && AbortSignal.any?.([init.signal, own]) || own;
          return send(fetch, url, { ...init, redirect: "manual", signal });
        },
      );
      if (answer) return answer;
      throw new ProviderResponseError(`Cannot read the answer of "${shown}": it is larger than 1 MiB`);
    } catch (error) {
      if (error instanceof ProviderResponseError) throw error;
      const isLate = error instanceof TimedOut;
      const reason = isLate ? "it did not answer within 10 seconds" : "it could not be reached";
      const { href, search } = new URL(url);
      const hide = (text: string) => {
        const rest = [url, href, withoutQuery(url)].reduce(
          (rest, each) => rest.replaceAll(each, shown),
          text,
        );
        return search ? rest.replaceAll(search, "") : rest;
      };
      throw new ProviderUnavailable(`Cannot get "${shown}": ${reason}`, withoutUrl(error, hide) as Error);
    }
  };
}

/** Logs each request with its endpoint and the status of its answer, without query, headers and body. */
export function withLog(
  request: BoundedRequest,
  provider: string,
  logger?: Pick<LoggerInstance, "debug">,
): BoundedRequest {
  if (!logger) return request;
  return async (input, init = {}) => {
    const { method = "GET", shown = withoutQuery(String(input)) } = init;
    logger.debug(`request ${method} ${shown}`, { provider });
    const answer = await request(input, init);
    logger.debug(`answer of ${shown}`, { provider, status: answer.status });
    return answer;
  };
}

/** A `fetch` with limits, for code that needs a `Response`. */
export function toFetch(request: BoundedRequest): CustomFetch {
  return async (input, init) => (await request(input, init)).toStreamed();
}

/**
 * The error for an answer without success, the same for each request to a provider: one that fails, or is asked too often, does not
 * answer now. Any other status breaks the protocol.
 */
export function statusError(status: number, message: string, facts?: ErrorCause): AuthError {
  return new (status > 499 || status === 429 ? ProviderUnavailable : ProviderResponseError)(message, facts);
}

/**
 * Parses the JSON object that a provider answered with status 200.
 *
 * @param from Source of the answer, for the message.
 * @throws {ProviderUnavailable} if it has a status of a server that does not answer now.
 * @throws {ProviderResponseError} if it is anything else. The message does not quote the body.
 */
export function parseAnswer(
  { status, content }: Pick<ProviderAnswer, "status" | "content">,
  from: string,
  facts?: ErrorCause,
): Readonly<Record<string, unknown>> {
  if (status !== 200) {
    // The address of the metadata follows from the issuer.
    const advice = status === 404 && from.includes("/.well-known/")
      ? ". Compare `issuer` with the one that the provider shows, character by character"
      : "";
    const message = `Cannot read the answer of "${from}": its status is ${status}, not 200${advice}`;
    throw statusError(status, message, facts);
  }
  const value = parseJsonObject(withExactIntegers(content));
  if (value) return value;
  throw new ProviderResponseError(`Cannot read the answer of "${from}": it is not a JSON object`);
}

/** A text, or a number, in JSON (RFC 8259). A text without its end goes to the end of all: a search takes linear time. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/gs;

/**
 * Turns whole numbers that JavaScript would round into texts (RFC 8259 §6): the ids of two users could become the same.
 */
function withExactIntegers(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  return json.replaceAll(
    TOKEN,
    (token) => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

/** Returns whether a request to a URL is safe from eavesdroppers: it uses https, or stays on this machine. */
export function isSecureUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  if (url.startsWith("https:")) return true;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

/** Returns `null` if the answer is too large. */
async function send(fetch: CustomFetch, url: string, init: RequestInit): Promise<ProviderAnswer | null> {
  const response = await fetch(url, init);
  const content = await readText(response, MAX_BODY);
  if (content === null) return null;
  return new ProviderAnswer(content, response);
}

function withoutQuery(url: string): string {
  return url.split("?")[0]!;
}

/**
 * The error itself, or a copy of it if it or one of its causes quotes a URL, as errors of Deno do.
 *
 * @param hide Replaces the URL in a text.
 * @param depth How many causes to keep: an error can be its own cause.
 */
export function withoutUrl(error: unknown, hide: (text: string) => string, depth = 4): unknown {
  if (!isA(error, Error)) return error;
  const [under, name, message, stack] = ["cause", "name", "message", "stack"].map((field) =>
    propertyOf(error, field)
  );
  const cause = depth ? withoutUrl(under, hide, depth - 1) : undefined;
  if (hide(String(message)) === message && cause === under) return error;
  return Object.assign(new Error(hide(String(message)), { cause }), { name, stack: hide(String(stack)) });
}

/**
 * Converts an `Outcome` to an answer that any server can send.
 *
 * @module
 */

import { PRIVATE } from "./caches.ts";
import { serializeCookie } from "./cookies.ts";
import type { Outcome } from "./types.ts";
import type { SetCookie } from "../values/cookie.ts";

/** An answer in the form that a server sends. */
export interface Answer {
  /** Status. */
  readonly status: number;
  /** Headers by lower-cased name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values of the `Set-Cookie` headers, which cannot be joined (RFC 9110 §5.3). */
  readonly setCookies: readonly string[];
  /** The body, if there is one. A stream is read as fast as the client takes it, and cancelled if it isn't sent to the end. */
  readonly body: string | ReadableStream<Uint8Array> | null;
}

/** Creates the answer. @throws {TypeError} if a value cannot be JSON, such as a `bigint` that a callback returned. */
export function toAnswer(outcome: Outcome): Answer {
  const { status, redirect, cookies = [] } = outcome;
  const { body, type } = toContent(outcome);
  // Stops browsers from guessing another type.
  const headers: Record<string, string> = { "x-content-type-options": "nosniff" };
  if (type) headers["content-type"] = type;
  if (redirect !== undefined) headers.location = redirect;
  Object.assign(headers, outcome.headers);
  if (!headers["cache-control"] || cookies.length) Object.assign(headers, PRIVATE);
  return {
    status: status ?? (redirect === undefined ? 200 : 302),
    headers,
    setCookies: cookies.map(serializeCookie),
    body,
  };
}

/** Replaces a redirect for a script, which cannot follow it: JSON `{ url }` with status 200. */
export function forScript(outcome: Outcome): Outcome {
  const { redirect, headers, cookies } = outcome;
  if (redirect === undefined) return outcome;
  return { json: { url: redirect }, headers: { location: redirect, ...headers }, cookies };
}

/** Tells a script that the database is away, with the address where a browser would go. */
export function unavailable(
  { redirect: url, cookies, json = { message: "Service unavailable.", url } }: Outcome,
): Outcome {
  return { status: 503, json, cookies };
}

/** Adds cookies before those of the answer. */
export function withCookies(outcome: Outcome, before: readonly SetCookie[]): Outcome {
  return { ...outcome, cookies: [...before, ...outcome.cookies ?? []] };
}

function toContent(
  { json, html, script, stream }: Outcome,
): { readonly body: Answer["body"]; readonly type?: string } {
  if (html !== undefined) return { body: html, type: "text/html; charset=utf-8" };
  if (script !== undefined) return { body: script, type: "text/javascript; charset=utf-8" };
  return json === undefined
    ? { body: stream ?? null }
    : { body: JSON.stringify(json), type: "application/json" };
}

/**
 * From an `Outcome` to a `Response`.
 *
 * @module
 */

import { serializeCookie } from "./cookies.ts";
import type { Outcome } from "./types.ts";

/** Headers of an answer that belongs to one person: kept by no cache (RFC 9111 §5.2.2). */
export const PRIVATE: Readonly<Record<string, string>> = {
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
};

/** Makes the answer. @param asJson Whether a redirect is told as JSON `{ url }`, for scripts that cannot follow it. */
export function toResponse(outcome: Outcome, asJson: boolean): Response {
  const { status, html, redirect, cookies = [] } = outcome;
  const headers = new Headers(outcome.headers);
  for (const cookie of cookies) headers.append("set-cookie", serializeCookie(cookie));
  if (cookies.length && !headers.has("cache-control")) {
    for (const [name, value] of Object.entries(PRIVATE)) headers.set(name, value);
  }
  if (redirect !== undefined) {
    headers.set("location", redirect);
    if (asJson) return toJson({ url: redirect }, 200, headers);
    return new Response(null, { status: status ?? 302, headers });
  }
  if (html !== undefined) {
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(html, { status: status ?? 200, headers });
  }
  if (outcome.script !== undefined) {
    headers.set("content-type", "text/javascript; charset=utf-8");
    return new Response(outcome.script, { status: status ?? 200, headers });
  }
  if (outcome.json !== undefined) return toJson(outcome.json, status ?? 200, headers);
  return new Response(null, { status: status ?? 200, headers });
}

function toJson(value: unknown, status: number, headers: Headers): Response {
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(value), { status, headers });
}

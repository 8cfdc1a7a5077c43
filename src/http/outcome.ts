/**
 * From an `Outcome` to a `Response`.
 *
 * @module
 */

import { serializeCookie } from "./cookies.ts";
import type { Outcome, SetCookie } from "./types.ts";

/** Headers of an answer that no cache keeps (RFC 9111 §5.2.2). Every answer has them, unless it names its own. */
export const PRIVATE: Readonly<Record<string, string>> = {
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
};

/** Makes the answer. @param asJson Whether a redirect is told as JSON `{ url }`, for scripts that cannot follow it. */
export function toResponse(outcome: Outcome, asJson: boolean): Response {
  const { redirect, cookies = [] } = outcome;
  const { body, type, status } = toContent(outcome, asJson);
  const response = new Response(body, { status });
  // Set here, as headers given to the constructor are checked twice.
  const { headers } = response;
  if (type !== undefined) headers.set("content-type", type);
  // Browsers must not guess another type.
  headers.set("x-content-type-options", "nosniff");
  if (redirect !== undefined) headers.set("location", redirect);
  for (const name in outcome.headers) headers.set(name, outcome.headers[name]!);
  for (const cookie of cookies) headers.append("set-cookie", serializeCookie(cookie));
  if (!headers.has("cache-control")) {
    for (const name in PRIVATE) headers.set(name, PRIVATE[name]!);
  }
  return response;
}

interface Content {
  readonly body: string | null;
  readonly type?: string;
  readonly status: number;
}

function toContent({ json, html, script, redirect, status }: Outcome, asJson: boolean): Content {
  if (redirect !== undefined) {
    return asJson ? toJson({ url: redirect }, 200) : { body: null, status: status ?? 302 };
  }
  if (html !== undefined) return { body: html, type: "text/html; charset=utf-8", status: status ?? 200 };
  if (script !== undefined) {
    return { body: script, type: "text/javascript; charset=utf-8", status: status ?? 200 };
  }
  return json === undefined ? { body: null, status: status ?? 200 } : toJson(json, status ?? 200);
}

function toJson(value: unknown, status: number): Content {
  return { body: JSON.stringify(value), type: "application/json", status };
}

/** An answer with cookies before its own. */
export function withCookies(outcome: Outcome, before: readonly SetCookie[]): Outcome {
  return { ...outcome, cookies: [...before, ...outcome.cookies ?? []] };
}

/**
 * The body of a request of Hono.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { toBodyInit } from "../node/body.ts";

/** The part of a `HonoRequest` that the library uses. */
export interface HonoRequest {
  /** The request of the platform. */
  readonly raw: Request;
  /** Pattern of the route that runs. */
  readonly routePath?: string;
  /** Bodies that the application has read, by the method that has read them. */
  readonly bodyCache: object;
}

/**
 * The request, with a body that the application has read before.
 *
 * @throws {ConfigError} if Hono has not kept it. @throws {BadRequest} if it cannot be written again.
 */
export async function withBody({ raw, bodyCache }: HonoRequest): Promise<Request> {
  const { url, method, headers, signal } = raw;
  if (method !== "POST" || !(raw.bodyUsed || raw.body?.locked)) return raw;
  for (const [form, read] of Object.entries(bodyCache)) {
    const value: unknown = await Promise.resolve(read).catch(() => undefined);
    // Reading the body as JSON may have failed, although it is a valid form.
    const body = form === "json" && value !== undefined
      ? toBodyInit(value, "application/json")
      : toBody(value);
    if (body !== null && body !== undefined) return new Request(url, { method, headers, signal, body });
  }
  throw new ConfigError(
    "Cannot read the body of the request: something has read it before. Use HonoAuth before it, or read the body with " +
      "`c.req.json()`, `c.req.parseBody()` or `c.req.text()`, which keep it, and not with `c.req.raw`",
  );
}

/** Makes a body from a value of `bodyCache`; `null` if the value is none of a body. */
function toBody(value: unknown): BodyInit | null {
  if (value instanceof FormData) return new URLSearchParams([...value] as [string, string][]).toString();
  return typeof value === "string" || value instanceof ArrayBuffer || value instanceof Blob ? value : null;
}

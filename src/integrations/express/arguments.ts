/**
 * Checks what an application of Express passes to the functions of the library.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { RoutedRequest, RoutedResponse } from "./request.ts";
import { hasBody } from "../node/body.ts";

/** @throws {ConfigError} if something else stands in the place of the config. */
export function assertConfigArgument(config: unknown, caller: string): void {
  if (typeof config === "object" && config !== null && !isRequest(config)) return;
  const given = isRequest(config)
    ? "it got a request: call it, and hand its result to Express"
    : typeof config === "function"
    ? `it got ${"listen" in config ? "an application" : "a function"} in the place of the config`
    : `it got ${config} in the place of the config`;
  throw new ConfigError(`Cannot use ${caller}: ${given}: write \`${USES[caller]}\``);
}

const USES: Readonly<Record<string, string>> = {
  MiddlewareAuth: "app.use(MiddlewareAuth(config))",
  getSession: "await getSession(req, config)",
  requireSession: 'app.get("/account", requireSession(config), handler)',
};

/** @throws {ConfigError} if something else stands in the place of the request. */
export function assertRequestArgument<T>(req: T, caller: string): asserts req is T & RoutedRequest {
  if (isRequest(req)) return;
  throw new ConfigError(
    `Cannot use ${caller}: its first argument is not a request of Express: write \`${USES[caller]}\``,
  );
}

function isRequest(value: unknown): value is RoutedRequest {
  return typeof value === "object" && value !== null && "headers" in value && "socket" in value;
}

/** @throws {ConfigError} in a framework whose middleware gets something else. */
export function assertRequest<T>(req: T): asserts req is T & RoutedRequest {
  if (!isRequest(req)) throw notOfExpress();
}

/** @throws {ConfigError} as above. */
export function assertResponse<T>(res: T): asserts res is T & RoutedResponse {
  if (typeof (res as Partial<RoutedResponse> | undefined)?.setHeader !== "function") throw notOfExpress();
}

function notOfExpress(): ConfigError {
  return new ConfigError(
    "Cannot answer: MiddlewareAuth is a middleware of Express, and got something else than a request and a response: " +
      "use NodeAuth of `@latchkey/auth/node` with other frameworks on Node",
  );
}

/** @throws {ConfigError} if something has read the body and has not left it. */
export function assertBody(req: RoutedRequest): void {
  const { method, readableEnded, body } = req;
  if (method !== "POST" || !readableEnded || body !== undefined || !hasBody(req)) return;
  throw new ConfigError(
    "Cannot read the body of the request: a middleware has read it before MiddlewareAuth, and has not left it in " +
      "`req.body`: mount MiddlewareAuth before that middleware, or use `express.urlencoded()` and `express.json()`",
  );
}

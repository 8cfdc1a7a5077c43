/**
 * Checks what an application of Express passes to the functions of the library.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { RoutedRequest } from "./_express_request.ts";
import { hasBody } from "./_node_body.ts";
import type { NodeResponse } from "./_node_types.ts";

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
  MiddlewareAuth: 'app.use("/auth", MiddlewareAuth(config))',
  getSession: "await getSession(req, config)",
  requireSession: 'app.get("/account", requireSession(config), handler)',
};

/** @throws {ConfigError} if something else stands in the place of the request. */
export function assertRequestArgument(req: unknown, caller: string): void {
  if (isRequest(req)) return;
  throw new ConfigError(
    `Cannot use ${caller}: its first argument is not a request of Express: write \`${USES[caller]}\``,
  );
}

function isRequest(value: unknown): value is RoutedRequest {
  return typeof value === "object" && value !== null && "headers" in value && "socket" in value;
}

/** @throws {ConfigError} in a framework whose middleware gets something else. */
export function assertRequest(req: unknown, res: unknown): void {
  if (isRequest(req) && typeof (res as Partial<NodeResponse> | undefined)?.setHeader === "function") return;
  throw new ConfigError(
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

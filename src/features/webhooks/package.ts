/**
 * Signatures, by the package `standardwebhooks`, which an application installs.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { once } from "../../platform/once.ts";
import type { LoggerInstance } from "../../values/types.ts";

/** The package, as far as the library uses it. */
interface WebhooksPackage {
  readonly Webhook: new (secret: string) => { sign(id: string, timestamp: Date, payload: string): string };
}

const MISSING = "the package `standardwebhooks` is missing. Run `npm install standardwebhooks`";

/** Signs a message with each of the secrets: one signature after the other, with a space between them. */
export type Signer = (message: Signed, secrets: readonly string[]) => string;

/** What is signed. */
export interface Signed {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** Returns what signs messages. @throws {ConfigError} if the package is missing. */
export async function toSigner(): Promise<Signer> {
  const found = await load();
  if (!found) throw new ConfigError(`Cannot deliver webhooks: ${MISSING}`);
  return ({ id, at, body }, secrets) =>
    secrets.map((secret) => new found.Webhook(secret).sign(id, at, body)).join(" ");
}

/** Checks whether the package is installed. If not, the log says once what to do. Integrations call it at start. */
export async function checkSigner(logger: LoggerInstance): Promise<void> {
  if (!await load()) logger.warn(`missing-webhooks: No webhooks are delivered: ${MISSING}`);
}

/** Bundlers leave out a package that is missing if its import stands in `try`. */
const load = /* @__PURE__ */ once(async (): Promise<WebhooksPackage | null> => {
  try {
    return await import("npm:standardwebhooks@^1.1.1");
  } catch {
    return null;
  }
});

/**
 * Checks the package `@simplewebauthn/server` that the application has installed.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { SimpleWebAuthn } from "../../model/provider.ts";
import type { WebAuthnProvider } from "../../setup/setup.ts";
import type { LoggerInstance } from "../../values/types.ts";

/** The result of the check, by package. */
const usable = new WeakMap<SimpleWebAuthn, boolean>();

/**
 * Whether the package of a provider is installed and new enough. If not, the log says once what to do.
 *
 * Integrations check at start. `Auth` alone checks at the first use: Cloudflare Workers cannot load a package at start.
 */
export async function isPackageUsable(provider: WebAuthnProvider, logger: LoggerInstance): Promise<boolean> {
  const { simpleWebAuthn } = provider;
  if (usable.get(simpleWebAuthn)) return true;
  const problem = await problemOf(provider);
  // Check `usable` again after the `await`: of several concurrent requests, one writes to the log.
  if (problem && !usable.has(simpleWebAuthn)) logger.error(problem);
  usable.set(simpleWebAuthn, !problem);
  return !problem;
}

async function problemOf({ id, simpleWebAuthn }: WebAuthnProvider): Promise<ConfigError | null> {
  try {
    await simpleWebAuthn.generateAuthenticationOptions({ rpID: "localhost", challenge: new Uint8Array(32) });
  } catch (error) {
    return new ConfigError(
      `Cannot use provider "${id}": @simplewebauthn/server cannot be loaded. ${INSTALL}`,
      { err: error as Error },
    );
  }
  if (await readsCredential(simpleWebAuthn)) return null;
  return new ConfigError(
    `Cannot use provider "${id}": its \`simpleWebAuthn\` is older than version 11 of @simplewebauthn/server. ${INSTALL}`,
  );
}

const INSTALL = "Run npm install @simplewebauthn/server@14";

/**
 * Whether the package reads the passkey from `credential`, as versions from 11 do. Older ones read `authenticator`, and
 * those before 10 make options that browsers do not accept. The module does not export its version.
 */
async function readsCredential({ verifyAuthenticationResponse }: SimpleWebAuthn): Promise<boolean> {
  let isRead = false;
  const options = {
    response: { id: "", response: { clientDataJSON: "" } },
    expectedChallenge: "",
    expectedOrigin: [],
    expectedRPID: "",
    get credential() {
      isRead = true;
      return { id: "", publicKey: new Uint8Array(), counter: 0 };
    },
  };
  // The package refuses the empty answer, but reads `credential` before.
  await verifyAuthenticationResponse(options).catch(() => null);
  return isRead;
}

/**
 * The package `@simplewebauthn/server`, as the application has installed it.
 *
 * @module
 */

import type { WebAuthnProvider } from "../config/providers.ts";
import { ConfigError } from "../errors.ts";
import type { SimpleWebAuthn } from "../providers/types.ts";
import type { LoggerInstance } from "../types.ts";

/** Whether a package can be used, as far as it is known. */
const verdicts = new WeakMap<SimpleWebAuthn, boolean>();

/**
 * Finds out whether the package of a provider is there and new enough. The log says once what to do if it is not.
 *
 * It is not asked at start, as loading the package takes time.
 */
export async function isUsable(provider: WebAuthnProvider, logger: LoggerInstance): Promise<boolean> {
  const { simpleWebAuthn } = provider;
  if (verdicts.get(simpleWebAuthn)) return true;
  const problem = await problemOf(provider);
  // Asked again after the wait: of several requests at the same time, one writes to the log.
  if (problem && !verdicts.has(simpleWebAuthn)) logger.error(problem);
  verdicts.set(simpleWebAuthn, !problem);
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

const INSTALL = "Install version 14: npm install @simplewebauthn/server@14";

/**
 * Whether the package looks for the passkey in `credential`, as versions from 11 do: older ones look in `authenticator`,
 * and before version 10 they make options that no browser can use. The module does not export its version.
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
  // It refuses the answer, which is empty, but not before it has looked at what it was given.
  await verifyAuthenticationResponse(options).catch(() => null);
  return isRead;
}

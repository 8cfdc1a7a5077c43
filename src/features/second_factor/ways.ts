/**
 * The second factors that a user has.
 *
 * @module
 */

import { isOneFactor } from "../../values/one_factor.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import type { AdapterAuthenticator, AdapterSecondFactor } from "../../adapters/contract/types.ts";

/** Which second factors a user has. */
interface Ways {
  /** An authenticator app. */
  readonly code: boolean;
  /** A passkey or a security key. */
  readonly passkey: boolean;
  /** Recovery codes that are left. */
  readonly recoveryCode: boolean;
}

/** The provider of passkeys of the config; `null` without one. */
export function passkeyProvider({ providers }: Pick<Setup, "providers">): WebAuthnProvider | null {
  const found = [...providers.values()].find(({ type }) => type === "webauthn");
  return found?.type === "webauthn" ? found : null;
}

/** The passkeys of a user that are a second factor. @throws {AdapterError} if the database fails. */
export async function passkeysOf(
  userId: string,
  setup: Pick<Setup, "providers">,
): Promise<readonly AdapterAuthenticator[]> {
  const provider = passkeyProvider(setup);
  const listed = await provider?.store.listAuthenticatorsByUserId(userId) ?? [];
  return listed.filter((each) => String(each.userId) === String(userId) && !isOneFactor(each));
}

/** Which second factors a user has. @throws {AdapterError} if the database fails. */
export async function waysOf(row: AdapterSecondFactor, setup: Pick<Setup, "providers">): Promise<Ways> {
  return {
    code: row.totpSecret !== null,
    passkey: (await passkeysOf(row.userId, setup)).length > 0,
    recoveryCode: recoveryCodesLeft(row) > 0,
  };
}

/**
 * The parameter of a URL that names what a page can offer which does not look it up: the second factors of a user, and `never`.
 *
 * @param isDoubtful Whether the person may say that they have never turned it on.
 */
export async function waysParam(
  row: AdapterSecondFactor,
  setup: Pick<Setup, "providers">,
  isDoubtful: boolean = false,
): Promise<string> {
  const ways = { ...await waysOf(row, setup), never: isDoubtful };
  return Object.entries(ways).flatMap(([way, has]) => has ? [way] : []).join(",");
}

/** How many recovery codes are left. */
export function recoveryCodesLeft({ recoveryCodes }: Pick<AdapterSecondFactor, "recoveryCodes">): number {
  return recoveryCodes ? recoveryCodes.split(" ").length : 0;
}

/**
 * The credentials that may answer for a user whom an address names, hidden among decoys: what `WebAuthn()` needs, and `Passkey()` does
 * not.
 *
 * @module
 */

import { base64ToBase64Url, base64UrlToBase64 } from "../../crypto/bytes.ts";
import type { AdapterAuthenticator } from "../../adapters/contract/types.ts";
import type { CredentialDescriptor, UserInfo } from "../../model/provider.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import { toSubject } from "./ceremony.ts";
import { type Decoy, decoysFor, hideAmong } from "./decoy.ts";
import { userLabel } from "./user_entity.ts";

interface AllowedCredentials {
  readonly subject: string;
  readonly credentials: CredentialDescriptor[];
}

/** The least number of accounts to look up, so that the time does not reveal how few passkeys a user has. */
const LOOK_UPS = 4;

/** Lists the credentials of a user among decoys. Without transports, which would reveal the real ones. */
export async function allowedCredentialsOf(
  { user, exists }: UserInfo,
  provider: WebAuthnProvider,
  setup: Setup,
): Promise<AllowedCredentials> {
  const { store } = provider;
  // Per provider, as credentials are: with common decoys, the ids that two answers share would be the decoys.
  const decoys = await decoysFor(JSON.stringify([provider.id, userLabel(user)]), setup);
  const own = await store.listAuthenticatorsByUserId(exists ? user.id : decoys.userId);
  const lookedUp = [...own, ...decoys.credentials.slice(own.length, LOOK_UPS).map(toAuthenticator)];
  const usable = await Promise.all(lookedUp.map(async ({ credentialID, providerAccountId }) => {
    const owner = await store.getUserByAccount({ provider: provider.id, providerAccountId });
    return owner ? [base64ToBase64Url(credentialID)] : [];
  }));
  const ids = exists ? usable.flat() : [];
  return {
    subject: await toSubject(exists && ids.length ? user.id : decoys.userId),
    credentials: hideAmong(decoys.credentials, ids).map((id) => ({ id })),
  };
}

function toAuthenticator({ id }: Decoy): Pick<AdapterAuthenticator, "credentialID" | "providerAccountId"> {
  return { credentialID: base64UrlToBase64(id), providerAccountId: base64UrlToBase64(id) };
}

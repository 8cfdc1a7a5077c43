/**
 * A ceremony with a passkey ends: the answer of the browser becomes an identity.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-rp-operations | WebAuthn §7}
 * @module
 */

import type { AdapterAuthenticator } from "../adapters/types.ts";
import type { WebAuthnProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import type { Store } from "../config/store.ts";
import {
  base64ToBase64Url,
  base64UrlToBase64,
  parseBase64Url,
  parseUtf8,
  toBase64Url,
} from "../crypto/bytes.ts";
import { AuthError, InvalidCheck, WebAuthnVerificationError } from "../errors.ts";
import type { Incoming } from "../http/types.ts";
import type { PasskeyResponse, VerifiedAuthentication } from "../providers/types.ts";
import { isA } from "../thrown.ts";
import type { Identity } from "../types.ts";
import { type Authentication, type Ceremony, type Registration, subjectOf } from "./challenge.ts";
import { siteOf } from "./relying_party.ts";

/** An answer, read but not checked. */
export interface Answer {
  /** What it says that it is for. */
  readonly action: Ceremony["action"];
  /** The challenge that it says it answers, in base64url. */
  readonly challenge: string;
  /** As the browser sent it. */
  readonly response: PasskeyResponse;
}

/** The longest id that a credential may have, in bytes (WebAuthn §7.1). */
const MAX_ID = 1023;

/**
 * Reads the answer of a browser from the fields of a form.
 *
 * @throws {WebAuthnVerificationError} if it is malformed, or comes from a frame on another site.
 */
export function parseAnswer({ body }: Incoming): Answer {
  const action = body?.action;
  if (action !== "authenticate" && action !== "register") {
    fail("`action` is neither of the two that there are");
  }
  const response = typeof body?.data === "string" ? parseJson(body.data) : null;
  if (!isResponse(response)) fail("`data` is no credential in JSON");
  const bytes = parseBase64Url(response.response.clientDataJSON);
  const client = parseJson(bytes && parseUtf8(bytes));
  if (typeof client?.challenge !== "string") fail("it has no challenge");
  // A page of another site could have laid anything over what the user saw (WebAuthn §13.4.2).
  if (client.crossOrigin || client.topOrigin !== undefined) fail("it comes from a frame on another site");
  return { action, challenge: client.challenge, response };
}

/**
 * Finds out who answers, or for whom a new passkey is.
 *
 * @param ceremony What was asked for in this browser; `null` if nothing was, or it is too old or was answered before.
 * @throws {InvalidCheck} without a ceremony.
 * @throws {WebAuthnVerificationError} if the answer is not right.
 */
export async function finish(
  { response }: Answer,
  { ceremony, incoming, provider }: {
    readonly ceremony: Ceremony | null;
    readonly incoming: Incoming;
    readonly provider: WebAuthnProvider;
  },
  setup: Setup,
): Promise<Identity> {
  if (!ceremony) {
    throw new InvalidCheck("Cannot accept the passkey: this browser was not asked, or too long ago");
  }
  const site = await siteOf(incoming, provider);
  const expected = {
    response,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
  };
  return ceremony.action === "register"
    ? await register(expected, { ceremony, provider }, setup)
    : await authenticate(expected, { ceremony, provider }, setup);
}

type BackupFlags = Pick<AdapterAuthenticator, "credentialDeviceType" | "credentialBackedUp">;

interface Expected {
  readonly response: PasskeyResponse;
  readonly expectedChallenge: string;
  readonly expectedOrigin: string[];
  readonly expectedRPID: string;
}

async function register(
  expected: Expected,
  { ceremony, provider }: {
    readonly ceremony: Ceremony & Registration;
    readonly provider: WebAuthnProvider;
  },
  setup: Setup,
): Promise<Identity> {
  const { registrationOptions, verifyRegistrationOptions, simpleWebAuthn } = provider;
  const { supportedAlgorithmIDs } = registrationOptions ?? {};
  const result = await attempt(() =>
    simpleWebAuthn.verifyRegistrationResponse({
      ...(supportedAlgorithmIDs && { supportedAlgorithmIDs }),
      ...verifyRegistrationOptions,
      ...expected,
    })
  );
  if (!result.verified) fail("its attestation is not right");
  const { credential, credentialDeviceType, credentialBackedUp } = result.registrationInfo;
  if (credential.id.length > Math.ceil(MAX_ID * 4 / 3)) fail("its id is too long");
  const credentialID = base64UrlToBase64(credential.id);
  if (await setup.store!.getAuthenticator(credentialID)) fail("it is registered already (WebAuthn §7.1)");
  // WebAuthn §7.1 step 17
  assertBackupFlags({ credentialDeviceType, credentialBackedUp });
  const { user, userId, userHandle } = ceremony;
  return {
    user: { ...user, id: credentialID },
    account: { provider: provider.id, type: "webauthn", providerAccountId: credentialID },
    stored: {},
    authenticator: {
      userId,
      credentialID,
      providerAccountId: credentialID,
      credentialPublicKey: base64UrlToBase64(toBase64Url(credential.publicKey)),
      counter: credential.counter,
      credentialDeviceType,
      credentialBackedUp,
      transports: toTransports(credential.transports),
      // Adapters of Auth.js lack that method, and some refuse a field that they do not know.
      ...(setup.store!.updateAuthenticator && { userHandle }),
    },
  };
}

async function authenticate(
  expected: Expected,
  { ceremony, provider }: {
    readonly ceremony: Ceremony & Authentication;
    readonly provider: WebAuthnProvider;
  },
  setup: Setup,
): Promise<Identity> {
  const store = setup.store!;
  const credentialID = base64UrlToBase64(expected.response.id);
  const known = await store.getAuthenticator(credentialID);
  if (!known) fail("it is not known here");
  const { userId, providerAccountId, counter } = known;
  assertUserHandle(expected.response, known, ceremony);
  if (ceremony.subject !== null && ceremony.subject !== await subjectOf(userId)) {
    fail("it is none of those that were asked for");
  }
  const account = { provider: provider.id, type: "webauthn", providerAccountId } as const;
  const user = await store.getUserByAccount(account);
  if (user?.id !== userId) fail("the account that it was registered with is gone, or another provider's");
  const publicKey = parseBase64Url(base64ToBase64Url(known.credentialPublicKey));
  if (!publicKey) fail("the stored key is not in base64");
  const credential = { id: expected.response.id, publicKey, counter };
  const { verified, authenticationInfo } = await attempt(() =>
    provider.simpleWebAuthn.verifyAuthenticationResponse({
      ...provider.verifyAuthenticationOptions,
      ...expected,
      credential,
    })
  );
  if (!verified) fail("its signature is not right");
  assertBackupFlags(authenticationInfo, known);
  await update(known, authenticationInfo, store);
  return { user, account, stored: {} };
}

/**
 * Compares the user handle of an answer with the stored one. It may be missing if the request named the user. A database
 * that does not store handles leaves nothing to compare with.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion | WebAuthn §7.2 step 6}
 */
function assertUserHandle(
  { response: { userHandle } }: PasskeyResponse,
  known: Pick<AdapterAuthenticator, "userHandle">,
  { subject }: Authentication,
): void {
  if (userHandle === undefined || userHandle === null || userHandle === "") {
    if (subject === null) {
      fail("its user handle is missing (WebAuthn §7.2 step 6)");
    }
    return;
  }
  if (typeof userHandle !== "string" || !parseBase64Url(userHandle)) fail("its user handle is not base64url");
  if (known.userHandle && userHandle !== known.userHandle) {
    fail("its user handle is not the one that it was registered with (WebAuthn §7.2 step 6)");
  }
}

/**
 * Checks that only a passkey that is eligible for backup is backed up, and that its eligibility has not changed.
 *
 * @param known The stored passkey, if there is one.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-credential-backup | WebAuthn §6.1.3}
 */
function assertBackupFlags(
  { credentialDeviceType, credentialBackedUp }: BackupFlags,
  known?: Pick<BackupFlags, "credentialDeviceType">,
): void {
  // WebAuthn §7.2 step 18
  if (credentialBackedUp && credentialDeviceType !== "multiDevice") {
    fail("it is backed up but not eligible for backup (WebAuthn §6.1.3)");
  }
  // WebAuthn §7.2 step 19
  if (known?.credentialDeviceType && credentialDeviceType !== known.credentialDeviceType) {
    fail("its backup eligibility has changed (WebAuthn §7.2 step 19)");
  }
}

/** Stores what has changed of a passkey. @see {@link https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion | WebAuthn §7.2 step 24} */
async function update(
  { credentialID, counter, credentialBackedUp }: AdapterAuthenticator,
  { newCounter, credentialBackedUp: isBackedUp }: VerifiedAuthentication["authenticationInfo"],
  store: Store,
): Promise<void> {
  if (isBackedUp !== credentialBackedUp && store.updateAuthenticator) {
    await store.updateAuthenticator({ credentialID, counter: newCounter, credentialBackedUp: isBackedUp });
  } else if (newCounter !== counter) {
    await store.updateAuthenticatorCounter(credentialID, newCounter);
  }
}

/** The package throws on nearly everything that is not right. */
async function attempt<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new WebAuthnVerificationError("Cannot accept the passkey: its answer is not right", {
      err: error as Error,
    });
  }
}

/** A browser may send anything; the database gets a list of short words. */
function toTransports(transports: unknown): string | null {
  const words = Array.isArray(transports) ? transports : [];
  return words.filter((word) => typeof word === "string" && /^[a-z-]{1,20}$/.test(word)).slice(0, 8).join(
    ",",
  ) || null;
}

function isResponse(
  value: Record<string, unknown> | null,
): value is Record<string, unknown> & PasskeyResponse {
  const inner = value?.response as Record<string, unknown> | null | undefined;
  return typeof value?.id === "string" && value.id !== "" && typeof inner?.clientDataJSON === "string";
}

function parseJson(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return value && typeof value === "object" && !Array.isArray(value)
      ? value as Record<string, unknown>
      : null;
  } catch {
    return null;
  }
}

function fail(reason: string): never {
  throw new WebAuthnVerificationError(`Cannot accept the passkey: ${reason}`);
}

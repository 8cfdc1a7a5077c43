/**
 * The end of a ceremony: verifies the answer of the browser, and returns an identity.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-rp-operations | WebAuthn §7}
 * @module
 */

import { toKey } from "../account_row.ts";
import { shortened } from "../../crypto/hash.ts";
import {
  base64ToBase64Url,
  base64UrlToBase64,
  parseBase64Url,
  parseUtf8,
  toBase64Url,
} from "../../crypto/bytes.ts";
import { type Authentication, type Ceremony, type Registration, toSubject } from "./ceremony.ts";
import { AuthError, type ErrorCause, InvalidCheck, WebAuthnVerificationError } from "../../errors/errors.ts";
import type { Identity } from "../../model/identity.ts";
import { parseJsonObject } from "../../values/json_object.ts";
import type { AuthMethod } from "../../values/levels.ts";
import { isOneFactor } from "../../values/one_factor.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PasskeyResponse, VerifiedAuthentication } from "../../model/provider.ts";
import { passkeyName } from "./passkey_name.ts";
import { relyingPartyOf } from "./relying_party.ts";
import type { WebAuthnProvider } from "../../setup/setup.ts";
import type { PasskeyStore } from "../../model/store.ts";
import { isA } from "../../errors/thrown.ts";
import type { AdapterAuthenticator } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";

/** An answer, parsed but not verified. */
export interface PasskeyAnswer {
  /** The kind of ceremony that it claims. */
  readonly action: Ceremony["action"];
  /** The challenge that it claims to answer, in base64url. */
  readonly challenge: string;
  /** The credential, as the browser sent it. */
  readonly response: PasskeyResponse;
}

/** The longest id that a credential may have, in bytes (WebAuthn §7.1). */
const MAX_ID = 1023;

/**
 * Parses the answer of a browser from the fields of a form.
 *
 * @throws {WebAuthnVerificationError} if it is malformed, or comes from a frame on another site.
 */
export function parsePasskeyAnswer({ body }: Incoming): PasskeyAnswer {
  const action = body?.action;
  if (action !== "authenticate" && action !== "register") {
    refusePasskey('`action` is not "authenticate" or "register"');
  }
  const response = typeof body?.data === "string" ? parseJsonObject(body.data) : null;
  if (!isResponse(response)) refusePasskey("`data` is not a credential in JSON");
  const bytes = parseBase64Url(response.response.clientDataJSON);
  const client = parseJsonObject(bytes && parseUtf8(bytes));
  if (typeof client?.challenge !== "string") refusePasskey("it has no challenge");
  // A page of another site could have covered the frame with content of its own (WebAuthn §13.4.2).
  if (client.crossOrigin || client.topOrigin !== undefined) {
    refusePasskey("it comes from a frame on another site");
  }
  return { action, challenge: client.challenge, response };
}

/**
 * Verifies an answer, and returns the user of the passkey.
 *
 * @param ceremony The ceremony of this browser; `null` if it has none, or it is too old.
 * @throws {InvalidCheck} without a ceremony.
 * @throws {WebAuthnVerificationError} if the answer is not valid.
 */
export async function verifyPasskeyAnswer(
  { response }: PasskeyAnswer,
  { ceremony, incoming, provider, platform }: {
    readonly ceremony: Ceremony | null;
    readonly incoming: Incoming;
    readonly provider: WebAuthnProvider;
    readonly platform: Pick<Platform, "now">;
  },
): Promise<Identity> {
  if (!ceremony) {
    throw new InvalidCheck("Cannot accept the passkey: this browser has no challenge for it, or an old one");
  }
  const site = await relyingPartyOf(incoming, provider);
  const expected = {
    response,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
  };
  const now = new Date(platform.now());
  return ceremony.action === "register"
    ? await verifyRegistration(expected, { ceremony, incoming, provider, now })
    : await verifyAuthentication(expected, { ceremony, provider, now });
}

type BackupFlags = Pick<AdapterAuthenticator, "credentialDeviceType" | "credentialBackedUp">;

interface Expected {
  readonly response: PasskeyResponse;
  readonly expectedChallenge: string;
  readonly expectedOrigin: string[];
  readonly expectedRPID: string;
}

async function verifyRegistration(
  expected: Expected,
  { ceremony, incoming, provider, now }: {
    readonly ceremony: Ceremony & Registration;
    readonly incoming: Incoming;
    readonly provider: WebAuthnProvider;
    readonly now: Date;
  },
): Promise<Identity> {
  const { registrationOptions, verifyRegistrationOptions, simpleWebAuthn } = provider;
  const { supportedAlgorithmIDs } = registrationOptions ?? {};
  const result = await callPackage(() =>
    simpleWebAuthn.verifyRegistrationResponse({
      ...(supportedAlgorithmIDs && { supportedAlgorithmIDs }),
      ...verifyRegistrationOptions,
      // WebAuthn §7.1
      ...(ceremony.isConditional && { requireUserPresence: false, requireUserVerification: false }),
      ...expected,
    })
  );
  if (!result.verified) refusePasskey("its attestation is not valid");
  const { registrationInfo } = result;
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  if (credential.id.length > Math.ceil(MAX_ID * 4 / 3)) refusePasskey("its id is too long");
  const credentialID = base64UrlToBase64(credential.id);
  if (await provider.store.getAuthenticator(credentialID)) {
    refusePasskey("it is registered already (WebAuthn §7.1)");
  }
  // The id of an account has 320 characters; that of a passkey up to 1364.
  const providerAccountId = await shortened(credentialID, 320);
  // WebAuthn §7.1 step 17
  assertBackupFlags({ credentialDeviceType, credentialBackedUp });
  const { user, former, userId, userHandle } = ceremony;
  const transports = toTransports(credential.transports);
  return {
    user: { ...user, id: credentialID },
    account: { provider: provider.id, type: "webauthn", providerAccountId },
    stored: {},
    ...(former !== undefined && { formerEmail: former }),
    amr: methodsOf(registrationInfo),
    authenticator: {
      userId,
      credentialID,
      providerAccountId,
      credentialPublicKey: base64UrlToBase64(toBase64Url(credential.publicKey)),
      counter: credential.counter,
      credentialDeviceType,
      credentialBackedUp,
      transports,
      // Adapters of Auth.js do not have these methods, and some refuse an unknown field.
      ...(provider.store.updateAuthenticator && { userHandle }),
      ...(provider.store.removeAccount && {
        name: passkeyName({ aaguid: registrationInfo.aaguid, transports }, incoming),
        createdAt: now,
      }),
    },
  };
}

async function verifyAuthentication(
  expected: Expected,
  { ceremony, provider, now }: {
    readonly ceremony: Ceremony & Authentication;
    readonly provider: WebAuthnProvider;
    readonly now: Date;
  },
): Promise<Identity> {
  const { store } = provider;
  const { id } = expected.response;
  // A database may refuse a text that is not base64url, and the log would blame it.
  const isId = (parseBase64Url(id)?.length ?? NaN) <= MAX_ID;
  const stored = isId && await store.getAuthenticator(base64UrlToBase64(id));
  if (!stored) refusePasskey("it is not registered", { unknown: isId && id });
  const { userId, providerAccountId, counter } = stored;
  assertUserHandle(expected.response, stored, ceremony);
  if (ceremony.subject !== null && ceremony.subject !== await toSubject(userId)) {
    refusePasskey("it belongs to another user than the one who was asked");
  }
  const account = { provider: provider.id, type: "webauthn", providerAccountId } as const;
  const user = await store.getUserByAccount(toKey(account));
  if (!user || String(user.id) !== String(userId)) {
    refusePasskey("its account has been removed, or belongs to another provider");
  }
  const publicKey = parseBase64Url(base64ToBase64Url(stored.credentialPublicKey));
  if (!publicKey) refusePasskey("the stored key is not in base64");
  const credential = { id, publicKey, counter };
  const { verified, authenticationInfo } = await callPackage(() =>
    provider.simpleWebAuthn.verifyAuthenticationResponse({
      ...provider.verifyAuthenticationOptions,
      ...expected,
      credential,
    })
  );
  if (!verified) refusePasskey("its signature is not valid");
  assertBackupFlags(authenticationInfo, stored);
  await updatePasskey(stored, { ...authenticationInfo, now }, store);
  const userVerified = authenticationInfo.userVerified && !isOneFactor(stored);
  return { user, account, stored: {}, amr: methodsOf({ ...authenticationInfo, userVerified }) };
}

/** The methods of a proof with a passkey, from what the authenticator has signed. A PIN or a fingerprint is a second factor. */
function methodsOf(
  { credentialDeviceType, userVerified }: Pick<
    VerifiedAuthentication["authenticationInfo"],
    "credentialDeviceType" | "userVerified"
  >,
): readonly AuthMethod[] {
  const key = credentialDeviceType === "singleDevice" ? "hwk" : "swk";
  return [key, "user", ...(userVerified === true ? ["mfa"] as const : [])];
}

/**
 * Compares the user handle of an answer with the stored one. It may be missing if the request named the user. A database
 * that does not store handles leaves nothing to compare with.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion | WebAuthn §7.2 step 6}
 */
function assertUserHandle(
  { response: { userHandle } }: PasskeyResponse,
  stored: Pick<AdapterAuthenticator, "userHandle">,
  { subject }: Authentication,
): void {
  if (userHandle === undefined || userHandle === null || userHandle === "") {
    if (subject === null) {
      refusePasskey("its user handle is missing (WebAuthn §7.2 step 6)");
    }
    return;
  }
  if (typeof userHandle !== "string" || !parseBase64Url(userHandle)) {
    refusePasskey("its user handle is not base64url");
  }
  if (stored.userHandle && userHandle !== stored.userHandle) {
    refusePasskey("its user handle is not the one that it was registered with (WebAuthn §7.2 step 6)");
  }
}

/**
 * Checks that only a passkey that is eligible for backup is backed up, and that its eligibility has not changed.
 *
 * @param stored The stored passkey; absent at registration.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-credential-backup | WebAuthn §6.1.3}
 */
function assertBackupFlags(
  { credentialDeviceType, credentialBackedUp }: BackupFlags,
  stored?: Pick<BackupFlags, "credentialDeviceType">,
): void {
  // WebAuthn §7.2 step 18
  if (credentialBackedUp && credentialDeviceType !== "multiDevice") {
    refusePasskey("it is backed up but not eligible for backup (WebAuthn §6.1.3)");
  }
  // WebAuthn §7.2 step 19
  if (stored?.credentialDeviceType && credentialDeviceType !== stored.credentialDeviceType) {
    refusePasskey("its backup eligibility has changed (WebAuthn §7.2 step 19)");
  }
}

/** Stores the new counter and backup state, and the time if the adapter stores that. @see {@link https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion | WebAuthn §7.2 step 24} */
async function updatePasskey(
  { credentialID, counter, credentialBackedUp }: AdapterAuthenticator,
  { newCounter, credentialBackedUp: isBackedUp, now }: VerifiedAuthentication["authenticationInfo"] & {
    readonly now: Date;
  },
  store: PasskeyStore,
): Promise<void> {
  const usedAt = store.removeAccount && { usedAt: now };
  if ((usedAt || isBackedUp !== credentialBackedUp) && store.updateAuthenticator) {
    const changes = { counter: newCounter, credentialBackedUp: isBackedUp, ...usedAt };
    await store.updateAuthenticator({ credentialID, ...changes });
  } else if (newCounter !== counter) {
    await store.updateAuthenticatorCounter(credentialID, newCounter);
  }
}

/** Calls the package, which throws on most invalid answers. */
async function callPackage<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new WebAuthnVerificationError("Cannot accept the passkey: its answer is not valid", {
      err: error as Error,
    });
  }
}

/** A browser may send any value; only a list of short words is stored. */
function toTransports(transports: unknown): string | null {
  const words = Array.isArray(transports) ? transports : [];
  return words.filter((word) => typeof word === "string" && /^[a-z-]{1,20}$/.test(word)).slice(0, 8).join(
    ",",
  ) || null;
}

function isResponse(
  value: Readonly<Record<string, unknown>> | null,
): value is Readonly<Record<string, unknown>> & PasskeyResponse {
  const inner = value?.response as Record<string, unknown> | null | undefined;
  return typeof value?.id === "string" && value.id !== "" && typeof inner?.clientDataJSON === "string";
}

function refusePasskey(reason: string, facts?: ErrorCause): never {
  throw new WebAuthnVerificationError(`Cannot accept the passkey: ${reason}`, facts);
}

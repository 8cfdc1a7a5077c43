/**
 * The challenge of a ceremony. Each is in a sealed cookie of its own, so several can be open at once. The database stores
 * the hash of a challenge when its answer arrives, so each answer is accepted once.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges | WebAuthn §13.4.3}
 * @module
 */

import type { Spelling } from "../address.ts";
import { toBase64Url, toHex } from "../../crypto/bytes.ts";
import { InvalidCheck } from "../../errors/errors.ts";
import { sha256 } from "../../crypto/hash.ts";
import type { Intent } from "../../model/intent.ts";
import { oneAtATime } from "../one_at_a_time.ts";
import {
  type AttemptCookies,
  type AttemptRequest,
  openAttempt,
  storeAttempt,
} from "../../http/sealed_cookie.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import type { PasskeyStore } from "../../model/store.ts";
import { refusesDuplicates, storeOnce } from "../stored_once.ts";
import type { Cookies } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { User } from "../../values/types.ts";

/** A WebAuthn ceremony that waits for its answer. */
export type Ceremony = {
  /** Id of the provider. */
  readonly provider: string;
  /** 32 random bytes, in base64url. */
  readonly challenge: string;
  /** Who was signed in when it began, and its purpose. */
  readonly intent: Intent;
} & (Authentication | Registration);

/** A ceremony that signs a user in. */
export interface Authentication {
  /** The kind of ceremony. */
  readonly action: "authenticate";
  /** `toSubject` of the user whose passkeys may answer; `null` if any user's may. */
  readonly subject: string | null;
}

/** A ceremony that creates a passkey. */
export interface Registration extends Spelling {
  /** The kind of ceremony. */
  readonly action: "register";
  /** Id of the user who gets it; `null` for a new user. */
  readonly userId: string | null;
  /** The stored user, or the data of a new user. */
  readonly user: User;
  /** The user handle of the passkey, in base64url (WebAuthn §5.4.3). */
  readonly userHandle: string;
  /**
   * Whether a password manager may create the passkey by itself, without a test of the user, because it has just filled in their
   * password (conditional create, WebAuthn §5.1.3). Default `false`.
   */
  readonly isConditional?: boolean;
}

/** The part of the setup that a cookie of a ceremony needs. */
type CookieSetup = Pick<Setup, "cookies" | "secrets" | "platform">;

/** A ceremony, as its cookie stores it. */
type StoredCeremony = Ceremony & {
  /** When the challenge expires, in milliseconds since the epoch. */
  readonly expires: number;
  /** Whether the database has a row for the challenge from the start: see `refusesDuplicates`. */
  readonly isStored?: boolean;
};

/** Lifetime of a challenge, in seconds. */
const CHALLENGE_MAX_AGE = 300;

/** The most challenges that one browser holds. */
const MAX_OPEN = 5;

/** `identifier` of the stored tokens, in place of an address. */
const IDENTIFIER = "passkey challenge";

/**
 * Stores a ceremony in a sealed cookie. It does not write to the database, because it answers a `GET`, unless the database
 * would not notice that a challenge is answered twice.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function storeCeremony(
  ceremony: Ceremony,
  incoming: AttemptRequest,
  setup: CookieSetup & { readonly store: PasskeyStore },
): Promise<readonly SetCookie[]> {
  const { store, platform } = setup;
  const expires = platform.now() + CHALLENGE_MAX_AGE * 1000;
  const isStored = !await refusesDuplicates(store, platform);
  if (isStored) {
    const token = await hashChallenge(ceremony.challenge);
    await store.createVerificationToken({
      identifier: IDENTIFIER,
      token,
      expires: new Date(expires),
    });
  }
  const stored: StoredCeremony = { ...ceremony, expires, ...(isStored && { isStored }) };
  const kind = ceremonyCookies(setup);
  return await storeAttempt(stored, { secret: ceremony.challenge, kind, incoming }, setup);
}

/**
 * Reads the ceremony of a challenge from its cookie, and marks the challenge as used.
 *
 * @returns `ceremony` is `null` if this browser has none for the challenge, or it is too old.
 * @throws {InvalidCheck} if the challenge was answered before.
 * @throws {AdapterError} if the database fails.
 */
export async function consumeCeremony(
  { challenge, action }: Pick<Ceremony, "challenge" | "action">,
  { provider, cookies }: {
    readonly provider: Pick<WebAuthnProvider, "id" | "store">;
    readonly cookies: Cookies;
  },
  setup: CookieSetup,
): Promise<{ readonly ceremony: Ceremony | null; readonly consumed: readonly SetCookie[] }> {
  const kind = ceremonyCookies(setup);
  const { attempt, consumed } = await openAttempt<StoredCeremony>(challenge, { kind, cookies }, setup);
  // The ceremony of another provider or action keeps its cookie: its own answer may still arrive.
  if (attempt?.challenge !== challenge || attempt.provider !== provider.id || attempt.action !== action) {
    return { ceremony: null, consumed: [] };
  }
  await consumeChallenge(attempt, provider.store, setup);
  return { ceremony: attempt, consumed };
}

/** How the cookies of ceremonies are sealed and named. */
export function ceremonyCookies({ cookies: { challenge: cookie } }: CookieSetup): AttemptCookies {
  return { cookie, purpose: "challenge", maxAge: CHALLENGE_MAX_AGE, limit: MAX_OPEN };
}

/** The hash of a user's id: the length of the cookie must not reveal whether the user exists. */
export async function toSubject(userId: string): Promise<string> {
  return toBase64Url(await sha256(String(userId)));
}

/**
 * Marks a challenge as used in the database, which refuses a second row with the same key: of several concurrent callers,
 * one succeeds. In a database that does not refuse it, the row is there from the start, and one caller removes it.
 */
async function consumeChallenge(
  { challenge, expires, isStored }: StoredCeremony,
  store: PasskeyStore,
  { platform }: Pick<Setup, "platform">,
): Promise<void> {
  const key = { identifier: IDENTIFIER, token: await hashChallenge(challenge) };
  if (isStored) {
    const row = await oneAtATime(key.token, async () => await store.useVerificationToken(key), platform);
    if (row) return;
    throw answeredBefore();
  }
  const duplicate = await storeOnce({ ...key, expires: new Date(expires) }, store, platform);
  if (duplicate) throw answeredBefore(duplicate);
}

function answeredBefore(err?: Error): InvalidCheck {
  return new InvalidCheck("Cannot accept the passkey: its challenge was answered before", err && { err });
}

async function hashChallenge(challenge: string): Promise<string> {
  return toHex(await sha256(challenge));
}

/**
 * Challenges to passkeys. Each is kept in a sealed cookie of its own, so that several can be open at once. The database
 * stores the hash of a challenge when its answer comes, so that the answer is accepted once.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges | WebAuthn §13.4.3}
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Store } from "../config/store.ts";
import { toBase64Url, toHex } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { open, seal } from "../crypto/seal.ts";
import { InvalidCheck } from "../errors.ts";
import { makeRoom, removedCookie } from "../http/cookies.ts";
import { idOf } from "../http/sealed_cookie.ts";
import type { Cookies, SetCookie } from "../http/types.ts";
import type { User } from "../types.ts";
import type { Intent } from "./intent.ts";

/** What a passkey is asked for. */
export type Ceremony = {
  /** Id of the provider. */
  readonly provider: string;
  /** 32 random bytes, in base64url. */
  readonly challenge: string;
  /** What it was begun for. */
  readonly intent: Intent;
} & (Authentication | Registration);

/** Somebody wants to sign in. */
export interface Authentication {
  /** The kind of ceremony. */
  readonly action: "authenticate";
  /** Whose passkeys may answer, as `subjectOf` tells it; `null`: anybody's. */
  readonly subject: string | null;
}

/** Somebody wants a passkey. */
export interface Registration {
  /** The kind of ceremony. */
  readonly action: "register";
  /** Id of the user who gets it; `null` for a new user. */
  readonly userId: string | null;
  /** The user as stored, or what a new user begins with. */
  readonly user: User;
  /** The user handle that the passkey is made for, in base64url (WebAuthn §5.4.3). */
  readonly userHandle: string;
}

/** The parts of the setup that challenges use. */
export type ChallengeContext = Pick<Setup, "cookies" | "secrets" | "platform"> & {
  /** The database. */
  readonly store: Store;
};

/** A ceremony in its cookie. */
type Kept = Ceremony & {
  /** When the challenge ends: milliseconds since the epoch. */
  readonly expires: number;
};

/** How long an answer may take, in seconds. */
const MAX_AGE = 300;

/** How many challenges may be open in one browser. */
const MAX_OPEN = 5;

/** What stands for the address where tokens are stored. */
const IDENTIFIER = "passkey challenge";

/** Keeps a ceremony in the browser until its answer comes. The database is not written to: this answers a `GET`. */
export async function keepCeremony(
  ceremony: Ceremony,
  cookies: Cookies,
  context: Omit<ChallengeContext, "store">,
): Promise<readonly SetCookie[]> {
  const { name, options } = context.cookies.challenge;
  const kept: Kept = { ...ceremony, expires: context.platform.now() + MAX_AGE * 1000 };
  const value = await seal(kept, { purpose: "challenge", maxAge: MAX_AGE }, context);
  return [
    { name: `${name}.${await idOf(ceremony.challenge)}`, value, options: { ...options, maxAge: MAX_AGE } },
    ...makeRoom(cookies, { name, options }, MAX_OPEN),
  ];
}

/**
 * Takes the ceremony of a challenge from this browser, and uses the challenge up.
 *
 * @returns `null` as the ceremony if this browser has none for the challenge, or it is too old.
 * @throws {InvalidCheck} if the challenge was answered before.
 * @throws {AdapterError} if the database fails.
 */
export async function takeCeremony(
  { challenge, action }: Pick<Ceremony, "challenge" | "action">,
  { provider, cookies }: { readonly provider: { readonly id: string }; readonly cookies: Cookies },
  context: ChallengeContext,
): Promise<{ readonly ceremony: Ceremony | null; readonly consumed: readonly SetCookie[] }> {
  const name = `${context.cookies.challenge.name}.${await idOf(challenge)}`;
  const sealed = cookies.get(name);
  const ceremony = sealed ? await open<Kept>(sealed, "challenge", context) : null;
  // Another ceremony is left alone: it may still end where it began.
  if (ceremony?.challenge !== challenge || ceremony.provider !== provider.id || ceremony.action !== action) {
    return { ceremony: null, consumed: [] };
  }
  await useUp(ceremony, context);
  return { ceremony, consumed: [removedCookie({ ...context.cookies.challenge, name })] };
}

/** Stands for a user in a cookie, whose length must not tell whether they exist. */
export async function subjectOf(userId: string): Promise<string> {
  return toBase64Url(await sha256(userId));
}

/**
 * Stores that a challenge is used. The database refuses a second row with the same key, so one of several callers at the
 * same time succeeds. Where it accepts a second row, a replay needs the cookie and the answer within five minutes.
 */
async function useUp({ challenge, expires }: Kept, context: ChallengeContext): Promise<void> {
  const used = { identifier: IDENTIFIER, token: await hashOf(challenge), expires: new Date(expires) };
  try {
    await context.store.createVerificationToken(used);
  } catch (error) {
    if (!await storesTokens(used.expires, context)) throw error;
    throw new InvalidCheck("Cannot accept the passkey: its challenge was answered before", {
      err: error as Error,
    });
  }
}

/**
 * Tries whether the database stores any token at all. Each database words a duplicate key in its own way; but one that
 * has refused a row and stores another has refused a duplicate.
 */
async function storesTokens(expires: Date, { store, platform }: ChallengeContext): Promise<boolean> {
  const key = { identifier: IDENTIFIER, token: toHex(platform.random(32)) };
  try {
    await store.createVerificationToken({ ...key, expires });
  } catch {
    return false;
  }
  await store.useVerificationToken(key);
  return true;
}

async function hashOf(challenge: string): Promise<string> {
  return toHex(await sha256(challenge));
}

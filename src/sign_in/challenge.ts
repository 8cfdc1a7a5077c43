/**
 * Challenges to passkeys: in a sealed cookie for each, so that several can be open at once; and as a hash in the
 * database, so that each is answered once.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges | WebAuthn §13.4.3}
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Store } from "../config/store.ts";
import { toBase64Url, toHex } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { open, seal } from "../crypto/seal.ts";
import { makeRoom, removedCookie } from "../http/cookies.ts";
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
}

/** What keeping challenges needs. */
export type ChallengeContext = Pick<Setup, "cookies" | "secrets" | "platform"> & {
  /** The database. */
  readonly store: Store;
};

/** How long an answer may take, in seconds. */
const MAX_AGE = 300;

/** How many challenges may be open in one browser. */
const MAX_OPEN = 5;

/** What stands for the address where tokens are stored. */
const IDENTIFIER = "passkey challenge";

/** Keeps a ceremony until its answer comes. */
export async function keepCeremony(
  ceremony: Ceremony,
  cookies: Cookies,
  context: ChallengeContext,
): Promise<readonly SetCookie[]> {
  const { store, platform } = context;
  const { name, options } = context.cookies.challenge;
  const { challenge } = ceremony;
  const expires = new Date(platform.now() + MAX_AGE * 1000);
  await store.createVerificationToken({ identifier: IDENTIFIER, token: await hashOf(challenge), expires });
  const value = await seal(ceremony, { purpose: "challenge", maxAge: MAX_AGE }, context);
  return [
    { name: await nameOf(challenge, name), value, options: { ...options, maxAge: MAX_AGE } },
    ...makeRoom(cookies, { name, options }, MAX_OPEN),
  ];
}

/** The ceremony of a challenge, if this browser was given it not long ago and nobody has answered it; and the end of it. */
export async function takeCeremony(
  { challenge, action }: Pick<Ceremony, "challenge" | "action">,
  { provider, cookies }: { readonly provider: { readonly id: string }; readonly cookies: Cookies },
  context: ChallengeContext,
): Promise<{ readonly ceremony: Ceremony | null; readonly consumed: readonly SetCookie[] }> {
  const name = await nameOf(challenge, context.cookies.challenge.name);
  const sealed = cookies.get(name);
  const ceremony = sealed ? await open<Ceremony>(sealed, "challenge", context) : null;
  // Another ceremony is left alone: it may still end where it began.
  if (ceremony?.challenge !== challenge || ceremony.provider !== provider.id || ceremony.action !== action) {
    return { ceremony: null, consumed: [] };
  }
  const isFirst = await consume(challenge, context);
  return {
    ceremony: isFirst ? ceremony : null,
    consumed: [removedCookie({ ...context.cookies.challenge, name })],
  };
}

/** Stands for a user in a cookie, whose length must not tell whether they exist. */
export async function subjectOf(userId: string): Promise<string> {
  return toBase64Url(await sha256(userId));
}

/** Whether a challenge was still open. Of several callers at the same time, one is told so. Its cookie knows its age. */
async function consume(challenge: string, { store }: ChallengeContext): Promise<boolean> {
  const used = await store.useVerificationToken({ identifier: IDENTIFIER, token: await hashOf(challenge) });
  return used?.identifier === IDENTIFIER;
}

async function hashOf(challenge: string): Promise<string> {
  return toHex(await sha256(challenge));
}

async function nameOf(challenge: string, prefix: string): Promise<string> {
  return `${prefix}.${toBase64Url(await sha256(challenge)).slice(0, 16)}`;
}

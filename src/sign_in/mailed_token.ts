/**
 * Tokens that are mailed: stored as hashes, used once, and tried a few times only.
 *
 * @module
 */

import type { VerificationToken } from "../adapters/types.ts";
import type { Setup } from "../config/setup.ts";
import type { Store } from "../config/store.ts";
import { timingSafeEqual, toHex } from "../crypto/bytes.ts";
import { macOf } from "../crypto/mac.ts";
import { ConfigError, InvalidCode, Verification } from "../errors.ts";

/** How often a code may be tried. */
const MAX_TRIES = 5;

/** The shortest token, in characters: fewer of base64url cannot hold 128 bits. */
const MIN_TOKEN = 22;

/** What a mail holds. */
export interface MailedToken {
  /** Id of the provider: a token is used where it was asked for. */
  readonly provider: string;
  /** The address. */
  readonly identifier: string;
  /** The token in the link. */
  readonly token: string;
}

/** What keeping tokens needs. */
export type TokenContext = Pick<Setup, "secrets" | "platform"> & {
  /** The database. */
  readonly store: Store;
};

/** What a stored token allows: to use the link, or to try the code for the n-th time. */
type Leave = "link" | `try ${number}`;

/**
 * Stores a token, and beside it the leave to try its code.
 *
 * @throws {ConfigError} if the application's own token is so short that it could be guessed: links can be tried without limit.
 */
export async function keepToken(
  mailed: MailedToken & { readonly expires: Date },
  context: TokenContext,
): Promise<void> {
  const { token, provider } = mailed;
  if (typeof token !== "string" || token.length < MIN_TOKEN) {
    throw new ConfigError(
      `Cannot use a mailed token of fewer than ${MIN_TOKEN} random characters: links can be tried without limit. For a ` +
        `code to type, mail the \`code\` that \`sendVerificationRequest\` of "${provider}" is given, and leave ` +
        "`generateVerificationToken` out",
      { provider },
    );
  }
  await store(mailed, "link", context);
  await store(mailed, "try 0", context);
}

/** Removes a token that nobody will get. */
export async function dropToken(mailed: MailedToken, context: TokenContext): Promise<void> {
  await use(mailed, "link", context);
  await use(mailed, "try 0", context);
}

/**
 * Uses a token. Of several callers at the same time, one succeeds.
 *
 * @throws {Verification} if it is wrong, used or too old.
 */
export async function useToken(mailed: MailedToken, context: TokenContext): Promise<void> {
  const used = await use(mailed, "link", context);
  const reason = !used ? "it is unknown, or was used before" : isOver(used, context) ? "it is too old" : null;
  if (reason) throw new Verification(`Cannot accept the mailed token: ${reason}`);
}

/**
 * Compares a code, at most five times. Each try uses up the stored leave for it, so that tries at the same time, or with
 * an old cookie, count like any other.
 *
 * @throws {InvalidCode} if the code is wrong, and may be tried again.
 * @throws {Verification} if it was wrong too often: then the link is dead as well.
 */
export async function tryCode(
  code: string,
  mailed: MailedToken & { readonly code: string },
  context: TokenContext,
): Promise<void> {
  const tries = await takeTry(mailed, context);
  if (tries === null) {
    throw new Verification("Cannot accept the code: it was tried too often, used, or is too old");
  }
  if (timingSafeEqual(code.replaceAll(/\D/g, ""), mailed.code)) return;
  if (tries.count + 1 < MAX_TRIES) {
    await store({ ...mailed, expires: tries.expires }, `try ${tries.count + 1}`, context);
    throw new InvalidCode("Cannot accept the code: it is not the one that was mailed");
  }
  await use(mailed, "link", context);
  throw new Verification("Cannot accept the code: it was tried too often");
}

async function takeTry(mailed: MailedToken, context: TokenContext) {
  for (let count = 0; count < MAX_TRIES; count++) {
    const left = await use(mailed, `try ${count}`, context);
    if (left) return isOver(left, context) ? null : { count, expires: left.expires };
  }
  return null;
}

async function store(
  mailed: MailedToken & { readonly expires: Date },
  leave: Leave,
  { store, secrets }: TokenContext,
): Promise<void> {
  const { identifier, expires } = mailed;
  const token = await hashOf(mailed, leave, secrets[0]!);
  await store.createVerificationToken({ identifier, token, expires });
}

/** Whichever secret it was hashed with: secrets may have been rotated since. */
async function use(
  mailed: MailedToken,
  leave: Leave,
  { store, secrets }: TokenContext,
): Promise<VerificationToken | null> {
  const { identifier } = mailed;
  for (const secret of secrets) {
    const used = await store.useVerificationToken({ identifier, token: await hashOf(mailed, leave, secret) });
    // An adapter that looks a token up without its address must not open another's account (CVE-2022-39263).
    if (used) return used.identifier === identifier ? used : null;
  }
  return null;
}

/** Of all parts apart from each other, so that no token of a link can pass for the leave to try a code. */
async function hashOf({ provider, token }: MailedToken, leave: Leave, secret: string): Promise<string> {
  const text = JSON.stringify([leave, provider, token]);
  return toHex(await macOf(secret, "Latchkey mailed token, HMAC-SHA-256", text));
}

function isOver({ expires }: VerificationToken, { platform }: TokenContext): boolean {
  return expires.getTime() <= platform.now();
}

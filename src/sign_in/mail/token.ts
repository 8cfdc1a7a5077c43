/**
 * Mailed tokens: stored as hashes, used once. Codes can be tried a few times only.
 *
 * @module
 */

import { timingSafeEqual, toHex } from "../../crypto/bytes.ts";
import { ConfigError, InvalidCode, TooManyWrongCodes, Verification } from "../../errors/errors.ts";
import { newestSecret } from "../../crypto/keys.ts";
import { macOf } from "../../crypto/mac.ts";
import { oneAtATime } from "../one_at_a_time.ts";
import type { Setup } from "../../setup/setup.ts";
import type { TokenStore } from "../../model/store.ts";
import type { VerificationToken } from "../../adapters/contract/types.ts";

/** How often a code may be tried. */
const MAX_CODE_TRIES = 5;

/** The permit after the last try. */
const NO_TRY_LEFT = `try ${MAX_CODE_TRIES}`;

/** The shortest token, in characters: 128 bits in base64url need 22. */
const MIN_TOKEN = 22;

/** The token of an email. */
export interface MailedToken {
  /** Id of the provider: a token works only there. */
  readonly provider: string;
  /** The address. */
  readonly identifier: string;
  /** The token in the link. */
  readonly token: string;
}

/** Dependencies of the functions for mailed tokens. */
export type MailTokenContext =
  & Pick<Setup, "secrets" | "platform">
  & Partial<Pick<Setup, "migration" | "logger">>
  & {
    /** The database. */
    readonly store: TokenStore;
    /** Whether the email has a code, whose permit ends with the link. Default `false`. */
    readonly hasCode?: boolean;
    /**
     * Returns the generation of the user with a verified address: what ends all their sessions ends what was mailed before,
     * too. Of all others, and by default: the first one.
     */
    readonly generationOf?: (address: string) => Promise<number>;
  };

/**
 * The permission that a stored token gives: to use the link, or to try the code for the n-th time. The one after the last try
 * permits nothing: it says why.
 */
type Permit = "link" | `try ${number}`;

/**
 * Stores a token, and the permit for the first try of its code if it has one.
 *
 * @throws {ConfigError} if the token of `generateVerificationToken` is too short: links can be tried without limit.
 */
export async function storeToken(
  mailed: MailedToken & { readonly expires: Date; readonly code?: string },
  context: MailTokenContext,
): Promise<void> {
  const { token, provider, code } = mailed;
  if (typeof token !== "string" || token.length < MIN_TOKEN) {
    throw new ConfigError(
      `Cannot use a mailed token of fewer than ${MIN_TOKEN} random characters: links can be tried without limit. For a ` +
        `code to type, write \`mails: "both"\`, mail the \`code\` that \`sendVerificationRequest\` of "${provider}" is ` +
        "given, and leave `generateVerificationToken` out",
      { provider },
    );
  }
  await storePermit(mailed, "link", context);
  if (code !== undefined) await storePermit(mailed, "try 0", context);
}

/** Removes a token whose mail was not sent. */
export async function deleteToken(mailed: MailedToken, context: MailTokenContext): Promise<void> {
  await consumePermit(mailed, "link", context);
  await consumePermit(mailed, "try 0", context);
}

/**
 * Uses a token. Of several concurrent callers, one succeeds. The permit of its code is removed with it: the code opens
 * nothing any more, and adapters of Auth.js remove no row by themselves.
 *
 * @throws {Verification} if it is wrong, used or too old.
 */
export async function consumeToken(mailed: MailedToken, context: MailTokenContext): Promise<void> {
  const used = await oneAtATime(mailed.token, async () => {
    const own = await consumePermit(mailed, "link", context);
    if (own) return own;
    // Another library may have mailed the link.
    const hashes = await context.migration?.hashesOf(mailed.token, context.platform) ?? [];
    return await consumeFirst(mailed, hashes, context);
  }, context.platform);
  if (!used) throw new Verification("Cannot accept the mailed token: it is unknown, or was used before");
  if (context.hasCode) await deleteTry(mailed, context);
  if (isExpired(used, context)) throw new Verification("Cannot accept the mailed token: it is too old");
}

/**
 * Compares a code, at most five times. Each try consumes its stored permit, so concurrent tries, and tries with an old
 * cookie, count as well.
 *
 * @throws {InvalidCode} if the code is wrong, and may be tried again: `left` of its cause says how often.
 * @throws {TooManyWrongCodes} if it was wrong too often. Then the link does not work either.
 * @throws {Verification} if it was used, or is too old.
 */
export function verifyCode(
  code: string,
  mailed: MailedToken & { readonly code: string },
  context: MailTokenContext,
): Promise<void> {
  return oneAtATime(mailed.token, () => compareCode(code, mailed, context), context.platform);
}

async function compareCode(
  code: string,
  mailed: MailedToken & { readonly code: string },
  context: MailTokenContext,
): Promise<void> {
  const tries = await consumeTry(mailed, context);
  if (!tries || isExpired(tries, context)) {
    if (tries) await consumePermit(mailed, "link", context);
    throw new Verification("Cannot accept the code: it is too old, or was used before");
  }
  const { count, expires } = tries;
  if (count < MAX_CODE_TRIES && timingSafeEqual(code.replaceAll(/\D/g, ""), mailed.code)) return;
  const next = count + 1;
  const isLast = next >= MAX_CODE_TRIES;
  // Before the permit: if one of them fails, no code is tried any more.
  if (isLast) await consumePermit(mailed, "link", context);
  await storePermit({ ...mailed, expires }, isLast ? NO_TRY_LEFT : `try ${next}`, context);
  throw isLast
    ? new TooManyWrongCodes("Cannot accept the code: too many were wrong")
    : new InvalidCode("Cannot accept the code: it is not the one that was mailed", {
      left: MAX_CODE_TRIES - next,
    });
}

/** If this fails, the sign-in continues: the remaining row gives no access. */
async function deleteTry(mailed: MailedToken, context: MailTokenContext): Promise<void> {
  try {
    await consumeTry(mailed, context);
  } catch (error) {
    context.logger?.error(error as Error);
  }
}

async function consumeTry(mailed: MailedToken, context: MailTokenContext) {
  for (let count = 0; count <= MAX_CODE_TRIES; count++) {
    const left = await consumePermit(mailed, `try ${count}`, context);
    if (left) return { ...left, count };
  }
  return null;
}

async function storePermit(
  mailed: MailedToken & { readonly expires: Date },
  permit: Permit,
  { store, secrets, generationOf }: MailTokenContext,
): Promise<void> {
  const { identifier, expires } = mailed;
  const generation = await generationOf?.(identifier) ?? 0;
  const token = await hashPermit({ ...mailed, generation }, permit, newestSecret(secrets));
  await store.createVerificationToken({ identifier, token, expires });
}

/** Tries all secrets: they may have been rotated since the permit was stored. */
async function consumePermit(
  mailed: MailedToken,
  permit: Permit,
  context: MailTokenContext,
): Promise<VerificationToken | null> {
  const generation = await context.generationOf?.(mailed.identifier) ?? 0;
  const own = { ...mailed, generation };
  const hashes = await Promise.all(context.secrets.map((secret) => hashPermit(own, permit, secret)));
  return await consumeFirst(mailed, hashes, context);
}

/** Consumes the first of several stored forms of a token. */
async function consumeFirst(
  { identifier }: MailedToken,
  hashes: readonly string[],
  { store }: MailTokenContext,
): Promise<VerificationToken | null> {
  for (const token of hashes) {
    const used = await store.useVerificationToken({ identifier, token });
    // An adapter may look a token up without its address: that must not sign in as another user (CVE-2022-39263).
    if (used) return used.identifier === identifier ? used : null;
  }
  return null;
}

/** Hashes JSON, which keeps the parts apart: the token of a link cannot pass for the permit of a try. */
async function hashPermit(
  { provider, token, generation }: MailedToken & { readonly generation: number },
  permit: Permit,
  secret: string,
): Promise<string> {
  // An earlier version of the library knows the first generation alone. After the last try there is none: if its permit went when
  // the user signs out everywhere, the person who has asked for the email would learn that the address has a user.
  const own = generation && permit !== NO_TRY_LEFT ? [generation] : [];
  const text = JSON.stringify([permit, provider, token, ...own]);
  return toHex(await macOf(secret, "Latchkey mailed token, HMAC-SHA-256", text));
}

function isExpired({ expires }: Pick<VerificationToken, "expires">, { platform }: MailTokenContext): boolean {
  return expires.getTime() <= platform.now();
}

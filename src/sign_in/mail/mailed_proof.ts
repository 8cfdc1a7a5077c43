/**
 * The proof of a mailbox: what is mailed is kept until its answer comes, and taken back if the email cannot be sent. Every mail
 * that asks for something is sent here.
 *
 * @module
 */

import { roomFor } from "../../http/cookie_room.ts";
import type { Platform } from "../../platform/platform.ts";
import { toSealedCookie } from "../../http/sealed_cookie.ts";
import { type MailToSend, sendMail } from "./send.ts";
import type { MailWords } from "../../setup/notice.ts";
import type { EmailProvider, Setup } from "../../setup/setup.ts";
import { deleteToken, type MailedToken, type MailTokenContext, storeToken } from "./token.ts";
import type { Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { Awaitable } from "../../values/types.ts";

/** Default lifetime of link and code, in seconds: one hour. */
export const DEFAULT_LIFETIME = 3600;

/** The least time between an email and another one that the user asks for on the same page, in milliseconds. */
const MAIL_PAUSE = 30_000;

/** Returns the seconds until the user may ask for another mail. @param sentAt Of the email before, in milliseconds since the epoch. */
export function secondsToWait(
  { sentAt = -Infinity }: { readonly sentAt?: number },
  { now }: Pick<Platform, "now">,
): number {
  return Math.max(0, Math.ceil((sentAt + MAIL_PAUSE - now()) / 1000));
}

/** Eight digits. The modulo bias is below 10^-11. */
export function toCode({ random }: Pick<Platform, "random">): string {
  const bytes = random(8);
  const number = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return String(number % 100_000_000n).padStart(8, "0");
}

/** A proof to mail. */
interface MailedProof {
  /** The mail. */
  readonly mail: Omit<MailToSend, "url">;
  /** Returns the URL in the email, once the proof is kept. */
  readonly url: () => Awaitable<string>;
  /** Keeps the proof. @returns The cookies to set; `null` if another request has kept one at the same time. */
  readonly keep: () => Promise<readonly SetCookie[] | null>;
  /** Takes it back. Absent where nothing is stored. */
  readonly takeBack?: (() => Promise<unknown>) | undefined;
  /** The messages, where `Messages` do not have them. */
  readonly words?: MailWords | undefined;
}

/**
 * Keeps a proof, and mails it.
 *
 * @returns The cookies to set; `null` if another request has mailed one at the same time.
 * @throws {InvalidEmail} if the mail server refuses the address. Then nothing stays stored, as after the others.
 * @throws {ConfigError} if a mistake in the setup of the site is the reason.
 * @throws {EmailSignInError} if the email cannot be sent for another reason.
 */
export async function mailProof(
  { mail, url, keep, takeBack, words }: MailedProof,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<readonly SetCookie[] | null> {
  const cookies = await keep();
  if (!cookies) return null;
  try {
    await sendMail({ ...mail, url: await url() }, { incoming, provider, words }, setup);
  } catch (error) {
    await takeBack?.().catch(setup.logger.error);
    throw error;
  }
  return cookies;
}

/** A link to mail. */
interface MailedLink<M> extends Pick<MailedProof, "url" | "words">, Pick<MailToSend, "otherUrl"> {
  /** The purpose of the email. */
  readonly purpose: MailToSend["purpose"];
  /** The content of the sealed cookie, with the code. `showsCode` says whether the email has the code, too. */
  readonly requested: M;
  /** Whether the email shows the code. Default: it does. */
  readonly showsCode?: boolean;
  /** Where the token is stored. */
  readonly context: MailTokenContext;
}

/** Emails a link whose token is stored, and perhaps a code for the browser that asks. @returns The cookies to set. @throws as `mailProof`. */
export async function mailLink<M extends MailedToken & { readonly code?: string }>(
  { purpose, requested, url, otherUrl, words, showsCode = true, context }: MailedLink<M>,
  request: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const { incoming, provider: { maxAge = DEFAULT_LIFETIME } } = request;
  const { identifier, token, code } = requested;
  const expires = new Date(setup.platform.now() + maxAge * 1000);
  const proof: MailedProof = {
    mail: {
      purpose,
      identifier,
      token,
      expires,
      ...(otherUrl !== undefined && { otherUrl }),
      ...(showsCode && code !== undefined && { code }),
    },
    url,
    words,
    async keep() {
      const { cookies } = setup;
      const { origin } = incoming;
      const cookie = await toSealedCookie(
        requested,
        { cookie: cookies.mail, purpose: "mail", maxAge, origin, room: roomFor(incoming, cookies) },
        setup,
      );
      await storeToken({ ...requested, expires }, context);
      return [cookie];
    },
    takeBack: () => deleteToken(requested, context),
  };
  return await mailProof(proof, request, setup) ?? [];
}

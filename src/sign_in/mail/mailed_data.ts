/**
 * What the application's own code has given a sign-in, in the link of an email: the link may be opened in another browser.
 *
 * @module
 */

import { open, seal, type Sealer } from "../../crypto/seal.ts";
import type { SignInData } from "../../values/types.ts";
import type { Intent } from "../../model/intent.ts";
import { DEFAULT_LIFETIME } from "./mailed_proof.ts";

/** Between a token and what is sealed. */
const THEN = "~~";

/** What is sealed, and the token to which it belongs: no one takes the data of one email to another. */
interface MailedData {
  readonly data: SignInData;
  readonly token: string;
}

/** A token with what is sealed. */
export function withData(token: string, sealed: string): string {
  return token + THEN + sealed;
}

/** Seals what the application's own code has given a sign-in for the link of an email. @param maxAge As long as the link, in seconds. */
export async function sealData(
  { token, intent: { data } }: { readonly token: string; readonly intent: Pick<Intent, "data"> },
  maxAge: number | undefined,
  setup: Sealer,
): Promise<{ readonly linked?: string }> {
  if (!data) return {};
  const purpose = { purpose: "mailed data", maxAge: maxAge ?? DEFAULT_LIFETIME } as const;
  return { linked: await seal({ data, token } satisfies MailedData, purpose, setup) };
}

/** The token that was mailed, and the data beside it. */
export async function openData(
  text: string,
  setup: Sealer,
): Promise<{ readonly mailed: string; readonly data?: SignInData }> {
  const end = text.lastIndexOf(THEN);
  const [mailed, sealed] = [text.slice(0, end), text.slice(end + THEN.length)];
  const content = end > 0 ? await open<MailedData>(sealed, "mailed data", setup) : null;
  // An application may make tokens with such a text itself.
  return content?.token === mailed ? { mailed, data: content.data } : { mailed: text };
}

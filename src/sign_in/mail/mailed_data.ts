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

/**
 * The token of an email, with what the application's own code has given the sign-in. The whole text is the token: a part of it is none.
 *
 * @param maxAge As long as the link works, in seconds.
 */
export async function withData(
  token: string,
  { data }: Pick<Intent, "data">,
  maxAge: number | undefined,
  setup: Sealer,
): Promise<string> {
  if (!data || typeof token !== "string") return token;
  const purpose = { purpose: "mailed data", maxAge: maxAge ?? DEFAULT_LIFETIME } as const;
  return token + THEN + await seal({ data, token } satisfies MailedData, purpose, setup);
}

/** The data in a token that was mailed; `undefined` without any. */
export async function dataIn(mailed: string, setup: Sealer): Promise<SignInData | undefined> {
  const end = mailed.lastIndexOf(THEN);
  // An application may make tokens with such a text itself.
  const content = end > 0
    ? await open<MailedData>(mailed.slice(end + THEN.length), "mailed data", setup)
    : null;
  return content?.token === mailed.slice(0, end) ? content.data : undefined;
}

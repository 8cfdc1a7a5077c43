/**
 * Passkeys that were added without what level 2 asks: each counts as one factor, until the session that has added it proves
 * the mailbox. A word among the transports marks them: each adapter stores those, also one of Auth.js.
 *
 * @module
 */

import type { AdapterAuthenticator } from "../../adapters/types.ts";
import { toBase64Url } from "../../crypto/bytes.ts";
import { sha256 } from "../../crypto/hash.ts";

/** Begins the word. A browser cannot send it: see `toTransports`. */
const MARK = "1fa:";

/** A stored passkey, or its transports. */
type Stored = Pick<AdapterAuthenticator, "transports">;

/** How a passkey is reached. */
export function transportsOf({ transports }: Stored): string[] {
  return wordsOf(transports).filter((word) => !word.startsWith(MARK));
}

/** Whether a passkey counts as one factor, whatever it has verified. One that nothing marks counts as two. */
export function isOneFactor({ transports }: Stored): boolean {
  return wordsOf(transports).some((word) => word.startsWith(MARK));
}

/** The transports of a passkey that counts as one factor. @param subject Names the session that adds it. */
export async function markedTransports(passkey: Stored, subject: string): Promise<string> {
  return [...transportsOf(passkey), await markOf(subject)].join(",");
}

/** Whether the session of this name has added a passkey that counts as one factor. */
export async function isMarkedBy({ transports }: Stored, subject: string): Promise<boolean> {
  return wordsOf(transports).includes(await markOf(subject));
}

async function markOf(subject: string): Promise<string> {
  return MARK + toBase64Url(await sha256(subject)).slice(0, 16);
}

function wordsOf(transports: string | null | undefined): string[] {
  return transports?.split(",").filter(Boolean) ?? [];
}

/**
 * The links in the emails about another address. Nothing is stored for them: they name the user as they were, and end with it.
 *
 * @module
 */

import { open, seal } from "../../crypto/seal.ts";
import type { Incoming } from "../../http/types.ts";
import { toAddress } from "../../http/urls.ts";
import type { Setup } from "../../setup/setup.ts";

/** The link to the new address. It works while the user has the address and the generation of its request. */
export interface Confirmation {
  /** What it is for. */
  readonly kind: "confirm";
  /** Id of the user. */
  readonly userId: string;
  /** The address before; `null` without one. */
  readonly from: string | null;
  /** The new address. */
  readonly to: string;
  /** The generation: what ends all sessions of the user ends the link of a thief, too. */
  readonly generation: number;
}

/** The link to the former address. */
export interface Undoing {
  /** What it is for. */
  readonly kind: "undo";
  /** Id of the user. */
  readonly userId: string;
  /** The former address. */
  readonly from: string;
  /** When it was changed, in milliseconds since the epoch. */
  readonly at: number;
}

/** URL of a link. @param maxAge How long it works, in seconds. */
export async function linkOf(
  named: Confirmation | Undoing,
  { incoming, maxAge }: { readonly incoming: Incoming; readonly maxAge: number },
  setup: Setup,
): Promise<string> {
  const token = await seal(named, { purpose: "email change", maxAge }, setup);
  return pageOf(token, incoming, setup);
}

/** URL of the page of a token. */
export function pageOf(token: string, incoming: Incoming, setup: Setup): string {
  return toAddress(`${incoming.origin}${setup.basePath}/account/email-change`, { token }, incoming);
}

/** Opens the token of a link; `null` if it is not valid, or too old. */
export async function openLink(token: unknown, setup: Setup): Promise<Confirmation | Undoing | null> {
  return typeof token === "string" ? await open<Confirmation | Undoing>(token, "email change", setup) : null;
}

/**
 * Names the deletion of an account to its page, for whoever has proven that they are its user: by a sign-in, or by their mailbox.
 *
 * @module
 */

import type { AdapterDeletion } from "../../adapters/contract/types.ts";
import { open, seal } from "../../crypto/seal.ts";
import type { Incoming } from "../../http/types.ts";
import { endpointUrl, toAddress } from "../../http/urls.ts";
import type { Setup } from "../../setup/setup.ts";
import { rulesOf } from "./rules.ts";

/** How long the page of a browser works, in seconds. That of an email works until the grace period is over. */
const SHORT = 600;

/** The user, and the time of the deletion: the page of an earlier one keeps no account. */
export interface NamedDeletion {
  /** Id of the user. */
  readonly userId: string;
  /** When the account is deleted, in milliseconds since the epoch. */
  readonly dueAt: number;
}

/** URL of the page of a deletion. @param isMailed Whether it stands in an email. Default `false`. */
export async function deletionUrl(
  { userId, dueAt }: AdapterDeletion,
  { incoming, locales, isMailed = false }: {
    readonly incoming: Incoming;
    /** `ui_locales` of what began. Default: that of the request. */
    readonly locales?: string | null | undefined;
    readonly isMailed?: boolean;
  },
  setup: Setup,
): Promise<string> {
  const named: NamedDeletion = { userId, dueAt: Number(dueAt) };
  const left = Math.ceil((named.dueAt - rulesOf(setup).now()) / 1000);
  const maxAge = isMailed ? left : SHORT;
  const token = await seal(named, { purpose: "account deletion", maxAge }, setup);
  // By way of the endpoint, which leads on to a page of the application.
  return toAddress(endpointUrl("account-deletion", incoming.origin, setup), { token }, incoming, locales);
}

/** Opens the token of a page; `null` if it is not valid, or too old. */
export async function openDeletion(token: unknown, setup: Setup): Promise<NamedDeletion | null> {
  return typeof token === "string" ? await open<NamedDeletion>(token, "account deletion", setup) : null;
}

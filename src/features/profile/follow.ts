/**
 * Name and picture that follow the provider.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Identity } from "../../model/identity.ts";
import { isSecureUrl } from "../../oauth/fetch.ts";
import type { Setup } from "../../setup/setup.ts";
import { toPrintableName } from "../../values/printable_name.ts";
import { rulesOf } from "./checks.ts";
import { PROFILE } from "./options.ts";

/** The types of accounts whose providers describe the user. */
const DESCRIBING: ReadonlySet<unknown> = new Set(["oauth", "oidc"]);

/**
 * Stores the name and the picture that the provider has, where they differ. What the provider leaves out stays: some send a name with
 * the first sign-in only. So does a name in which nothing can be seen, and a picture that no page could show safely. A database that
 * refuses them keeps no one out.
 */
export async function followProvider(
  { user: { name: sent, image }, account: { type } }: Identity,
  user: AdapterUser,
  { rules, store, emit, logger }: Setup,
): Promise<AdapterUser | undefined> {
  if (rules.get(PROFILE)?.follow !== true || !DESCRIBING.has(type)) return undefined;
  const name = typeof sent === "string" ? toPrintableName(sent) : null;
  const changes = {
    ...(name !== null && name !== user.name && { name }),
    ...(image && image !== user.image && isSecureUrl(image) && { image }),
  };
  if (Object.keys(changes).length === 0) return undefined;
  try {
    const changed = await store!.updateUser({ id: user.id, ...changes });
    await emit("updateUser", { user: changed });
    return changed;
  } catch (error) {
    logger.error(error as Error);
    return undefined;
  }
}

/**
 * Whether the name of a user is that of a provider: they have an account at one with which they can sign in, or it is not known which
 * accounts they have.
 */
export async function isFollowed(
  userId: string,
  setup: Pick<Setup, "rules" | "store" | "providers" | "languages" | "messages">,
): Promise<boolean> {
  if (!rulesOf(setup).follow) return false;
  const accounts = await setup.store?.listAccountsByUserId?.(userId);
  return accounts?.some(({ type, provider }) => DESCRIBING.has(type) && setup.providers.has(provider)) ??
    true;
}

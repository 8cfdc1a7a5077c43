/**
 * Name and picture that follow the provider.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { Identity } from "../../model/identity.ts";
import { isSecureUrl } from "../../http/bounded_request.ts";
import type { Setup } from "../../setup/setup.ts";
import { toPrintableName } from "../../values/printable_name.ts";
import { rulesOf } from "./checks.ts";
import { PROFILE } from "./options.ts";

/** The types of accounts whose providers describe the user. */
const DESCRIBING: ReadonlySet<unknown> = new Set(["oauth", "oidc"]);

/**
 * Stores the name and the picture that the provider has, where they differ. What the provider leaves out stays: some send a name with
 * the first sign-in only. So does a name in which nothing can be seen, and a picture that no page could show safely. A database that
 * refuses them keeps no one out, nor does a picture that can't be copied.
 */
export async function followProvider(
  { user: { name: sent, image }, account }: Identity,
  user: AdapterUser,
  { origin }: Pick<Incoming, "origin">,
  setup: Setup,
): Promise<AdapterUser | undefined> {
  const { rules, logger } = setup;
  const { follow, picture } = rules.get(PROFILE) ?? {};
  if (!DESCRIBING.has(account.type) || !follow && !picture?.copyFrom) return undefined;
  try {
    const copying = image && picture?.copyFrom ? await import("./copy.ts") : null;
    const copies = !!image && copying?.isCopied(image, setup) === true;
    const name = follow && typeof sent === "string" ? toPrintableName(sent) : null;
    const followed = await writeChanges(
      {
        ...(name !== null && name !== user.name && { name }),
        ...(follow && !copies && image && image !== user.image && isSecureUrl(image) && { image }),
      },
      user,
      setup,
    );
    // Where it does not follow, one that the user has sent, or removed, stays as it is.
    if (!copies || !follow && image !== user.image) return followed;
    return await copying?.copyPicture({ url: image, account, origin }, followed ?? user, setup) ?? followed;
  } catch (error) {
    logger.error(error as Error);
    return undefined;
  }
}

async function writeChanges(
  changes: Partial<AdapterUser>,
  { id }: AdapterUser,
  { store, emit }: Setup,
): Promise<AdapterUser | undefined> {
  if (Object.keys(changes).length === 0) return undefined;
  const user = await store!.updateUser({ id, ...changes });
  await emit("updateUser", { user });
  return user;
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

/**
 * Name and picture that follow the provider.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { ServerError } from "../../errors/errors.ts";
import type { Incoming } from "../../http/types.ts";
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
 * refuses them keeps no one out, nor does a picture that can't be copied.
 */
export async function followProvider(
  { user: { name: sent, image }, account: { type } }: Identity,
  user: AdapterUser,
  { origin }: Pick<Incoming, "origin">,
  setup: Setup,
): Promise<AdapterUser | undefined> {
  const { rules, store, emit, logger } = setup;
  const { follow, picture } = rules.get(PROFILE) ?? {};
  if (!DESCRIBING.has(type) || !follow && !picture?.copyFrom) return undefined;
  const name = follow && typeof sent === "string" ? toPrintableName(sent) : null;
  const shown = image && isSecureUrl(image) ? await pictureOf(image, user, origin, setup) : null;
  const changes = {
    ...(name !== null && name !== user.name && { name }),
    ...(shown && shown !== user.image && { image: shown }),
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

/** The URL of the picture that a user gets; `null` if they keep the one that they have. */
async function pictureOf(
  image: string,
  user: AdapterUser,
  origin: string,
  setup: Setup,
): Promise<string | null> {
  const { follow, picture } = setup.rules.get(PROFILE) ?? {};
  if (!picture?.copyFrom?.includes(new URL(image).host)) return follow ? image : null;
  // One that the user has sent, or removed, stays as it is.
  if (!follow && image !== user.image) return null;
  try {
    const { copyPicture } = await import("./copy.ts");
    return await copyPicture(image, user, origin, setup);
  } catch (error) {
    const from = new URL(image).host;
    setup.logger.error(
      new ServerError(`Cannot copy the picture of a user from ${from}: it stays as it is`, {
        err: error as Error,
      }),
    );
    return null;
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

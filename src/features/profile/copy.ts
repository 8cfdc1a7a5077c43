/**
 * Copies the picture that a provider has of a user to the application.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { within } from "../../platform/platform.ts";
import type { Setup } from "../../setup/setup.ts";
import { rulesOf } from "./checks.ts";
import { readStart } from "./multipart.ts";
import { storePicture } from "./picture.ts";

/** How long a provider may take to send a picture, in milliseconds: somebody waits for the sign-in. */
const TIMEOUT = 3000;

/**
 * Copies a picture. Returns its URL at the application; `null` if the provider sends none of the images that are accepted, the
 * application refuses it, or the user has changed theirs in the meantime.
 *
 * @param url At one of the hosts of `copyFrom`.
 * @throws {TimedOut} if the provider is slow. @throws {ServerError} if `store` returns no URL at the origin of the pictures.
 */
export async function copyPicture(
  url: string,
  user: AdapterUser,
  origin: string,
  setup: Setup,
): Promise<string | null> {
  const { platform, store } = setup;
  const { maxSize } = rulesOf(setup).picture!;
  const bytes = await within(TIMEOUT, platform, async (signal) => {
    // A redirect could lead to any host (PF-11).
    const answer = await platform.fetch(url, { redirect: "manual", signal });
    setup.logger.debug("picture of a provider", { from: new URL(url).host, status: answer.status });
    const read = answer.status === 200 && answer.body ? await readStart(answer.body, maxSize, 1) : null;
    return read && new Uint8Array(await new Blob([...read.parts as Uint8Array<ArrayBuffer>[]]).arrayBuffer());
  });
  const now = await store!.getUser(user.id);
  if (!bytes || !now || (now.image ?? null) !== (user.image ?? null)) return null;
  return await storePicture(bytes, { userId: String(user.id), previous: user.image ?? null }, origin, setup);
}

/**
 * Changes and removes the picture of a user.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { SentFile } from "../../http/types.ts";
import { type Changing, type ProfileChange, writeProfile } from "./change.ts";
import { rulesOf } from "./checks.ts";
import { isFollowed } from "./follow.ts";
import { NO_PICTURE, TOO_LARGE } from "./pages/picture.ts";
import { previousOf, storePicture } from "./stored_picture.ts";

/**
 * Stores a picture. Returns why it is refused, as `error` in the URL of the page, else what has changed.
 *
 * @param file `null` removes the picture.
 * @throws {UserChanged} if the session has ended.
 * @throws {ServerError} if `store` returns what is no URL of an image, at the origin of the pictures.
 */
export async function changePicture(
  file: SentFile | undefined | null,
  user: AdapterUser,
  { origin, ...changing }: Changing & { readonly origin: string },
): Promise<string | ProfileChange> {
  const { setup } = changing;
  const { picture } = rulesOf(setup);
  if (!picture || await isFollowed(user.id, setup)) return "NotAvailable";
  const owner = { userId: String(user.id), previous: previousOf(user, origin, setup) };
  if (file === null) {
    await picture.store(null, owner);
    return await writeProfile(user.id, { image: null }, changing);
  }
  if (file?.isTooLarge) return TOO_LARGE;
  const image = file && await storePicture(file.bytes, owner, origin, setup);
  return image ? await writeProfile(user.id, { image }, changing) : NO_PICTURE;
}

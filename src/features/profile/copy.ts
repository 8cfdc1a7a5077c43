/**
 * Copies the picture that a provider has of a user to the application.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { ServerError } from "../../errors/errors.ts";
import type { Identity } from "../../model/identity.ts";
import { isSecureUrl, withoutUrl } from "../../http/bounded_request.ts";
import { within } from "../../platform/platform.ts";
import type { Setup } from "../../setup/setup.ts";
import { rulesOf } from "./checks.ts";
import { readStart } from "./multipart.ts";
import type { PictureOwner } from "./options.ts";
import { previousOf, storePicture, typeOf } from "./stored_picture.ts";

/** How long the provider and `store` may take, in milliseconds: the user waits for both. */
const [SENDING, STORING] = [3000, 5000] as const;

/** A picture at a provider. */
interface ProviderPicture {
  /** One that `isCopied()` accepts. */
  readonly url: string;
  /** The account whose picture it is. */
  readonly account: Identity["account"];
  /** The origin of the request. */
  readonly origin: string;
}

/** Whether the picture at a URL is copied: it is at one of the hosts of the config. @throws {ConfigError} if they are no list. */
export function isCopied(url: string, setup: Pick<Setup, "rules" | "languages" | "messages">): boolean {
  const { picture } = rulesOf(setup);
  if (!isSecureUrl(url)) return false;
  const { host, username, password } = new URL(url);
  return !username && !password && picture?.copyFrom?.includes(host) === true;
}

/**
 * Copies a picture. Returns the user who has it; `undefined` if the application refuses it, anything fails, which the log says, or
 * the user has changed their picture, or removed the account, in the meantime.
 */
export async function copyPicture(
  { url, account, origin }: ProviderPicture,
  user: AdapterUser,
  setup: Setup,
): Promise<AdapterUser | undefined> {
  const { platform, store, emit, logger } = setup;
  const userId = String(user.id);
  const { host } = new URL(url);
  let image: string | null = null;
  try {
    const bytes = await within(SENDING, platform, (signal) => download(url, signal, setup));
    if (!await isUnchanged(user, account, setup)) return undefined;
    const owner = { userId, previous: previousOf(user, origin, setup) };
    image = await within(STORING, platform, () => storePicture(bytes, owner, origin, setup));
    if (image === null) return undefined;
    if (await isUnchanged(user, account, setup)) {
      const changed = await store!.updateUser({ id: user.id, image });
      await emit("updateUser", { user: changed });
      return changed;
    }
  } catch (error) {
    const hidden = withoutUrl(error, (text) => text.replaceAll(url, host)) as Error;
    logger.error(
      new ServerError(`Cannot copy the picture of a user from ${host}: it stays as it is`, { err: hidden }),
    );
  }
  if (image !== null) await discard({ userId, previous: image }, setup);
  return undefined;
}

/** Removes a picture that no one has. */
async function discard(owner: PictureOwner, setup: Setup): Promise<void> {
  try {
    await rulesOf(setup).picture!.store(null, owner);
  } catch (error) {
    setup.logger.error(error as Error);
  }
}

/** @throws if it is none of the images that are accepted. */
async function download(
  url: string,
  signal: AbortSignal,
  { platform, ...setup }: Setup,
): Promise<Uint8Array> {
  const { maxSize } = rulesOf(setup).picture!;
  // A redirect could lead to any host (PF-11).
  const { status, body } = await platform.fetch(url, { redirect: "manual", signal });
  if (status !== 200 || !body) {
    body?.cancel().catch(() => {});
    throw new Error(`The status of the answer is ${status}, not 200`);
  }
  const read = await readStart(body, maxSize, 1);
  if (!read) throw new Error(`It is larger than ${maxSize} bytes`);
  const blob = new Blob([...read.parts as Uint8Array<ArrayBuffer>[]]);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  if (!typeOf(bytes)) throw new Error("It is no PNG, JPEG, WebP or GIF");
  return bytes;
}

/** Whether the account is still that of the user, who has the picture that they had before. */
async function isUnchanged(
  { id, image = null }: AdapterUser,
  { provider, providerAccountId }: Identity["account"],
  { store }: Setup,
): Promise<boolean> {
  const now = await store!.getUserByAccount({ provider, providerAccountId });
  return now !== null && String(now.id) === String(id) && (now.image ?? null) === image;
}

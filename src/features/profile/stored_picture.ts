/**
 * Pictures that the application stores: their types and URLs.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { ServerError } from "../../errors/errors.ts";
import { imageSource } from "../../pages/layout.ts";
import type { Setup } from "../../setup/setup.ts";
import { rulesOf } from "./checks.ts";
import type { PictureOwner, SentPicture } from "./options.ts";

/** How each type begins. An SVG is text. */
const SIGNATURES: readonly (readonly [type: SentPicture["type"], begins: (text: string) => boolean])[] = [
  ["image/png", (text) => text.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (text) => text.startsWith("\xff\xd8\xff")],
  ["image/gif", (text) => /^GIF8[79]a/.test(text)],
  ["image/webp", (text) => /^RIFF[^]{4}WEBP/.test(text)],
];

/** The longest URL of a picture: a session in a token has no room for a longer one. */
const MAX_URL = 2048;

/**
 * Lets the application store a picture. Returns its URL; `null` if it is none of the images that are accepted, or the application
 * refuses it.
 *
 * @throws {ServerError} if `store` returns what is no URL of an image, at the origin of the pictures.
 */
export async function storePicture(
  bytes: Uint8Array,
  owner: PictureOwner,
  origin: string,
  setup: Pick<Setup, "rules" | "languages" | "messages">,
): Promise<string | null> {
  const type = typeOf(bytes);
  const image = type ? await rulesOf(setup).picture!.store({ bytes, type }, owner) : null;
  if (image === null) return null;
  if (typeof image === "string" && image && image.length <= MAX_URL && isShown(image, origin, setup)) {
    return image;
  }
  throw new ServerError(
    "Cannot store the picture: `store` of `UserProfile({ picture })` returned no URL at `origin`. Return one, or set `origin`",
  );
}

/** Whether a page may load an image: it is one of the pictures of users, and not one at a provider. */
export function isShown(
  image: string,
  origin: string,
  setup: Pick<Setup, "rules" | "languages" | "messages">,
): boolean {
  const { picture } = rulesOf(setup);
  const source = imageSource(image, origin);
  return picture !== null && source !== null && source === imageSource(picture.origin ?? origin, origin);
}

/** The picture that a user has had, for `store`: `null` if it is at a provider, where a user may choose the URL. */
export function previousOf(
  { image }: AdapterUser,
  origin: string,
  setup: Pick<Setup, "rules" | "languages" | "messages">,
): string | null {
  return image && isShown(image, origin, setup) ? image : null;
}

/** The type of an image by its content; `undefined` of anything else. */
export function typeOf(bytes: Uint8Array): SentPicture["type"] | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  return SIGNATURES.find(([, begins]) => begins(start))?.[0];
}

/**
 * The options of the profile.
 *
 * @module
 */

import type { Key } from "../../values/typed_map.ts";
import type { Awaitable } from "../../values/types.ts";

/** The options of the profile. */
export interface ProfileOptions {
  /** Whether each user must have a name. Default `"required"`. */
  readonly name?: "required" | "optional";
  /**
   * Fields of the application, by the names that they have in the table of users, in the order of the page. The adapter must have
   * them: `userFields` of the adapters of this library, a column with another one. Default: none.
   */
  readonly fields?: Readonly<Record<string, ProfileField>>;
  /**
   * Whether the name and the picture of a user are those that their OAuth provider has had at the last sign-in. A user who has an
   * account at one changes the name there. Default `false`.
   */
  readonly follow?: boolean;
  /**
   * Whether users choose the language of pages and emails, among those of the config. It is stored as the field `language` of the user,
   * a tag such as `de` (RFC 5646), which the adapter must have as it has `fields`, and in a cookie of each browser in which they sign in.
   * `ui_locales` of a request goes before it, and it before `language` of the config. Default `false`.
   */
  readonly language?: boolean;
  /** Lets users have a picture, which the application stores. Default: they have none of their own. */
  readonly picture?: ProfilePicture;
}

/** The pictures of users. */
export interface ProfilePicture {
  /**
   * Stores a picture, or removes the one of a user if it is `null`. Returns its URL, which is stored as `image` of the user; `null` to
   * refuse it. Store it under a name of your own, and serve it with its type and `X-Content-Type-Options: nosniff`.
   */
  readonly store: (picture: SentPicture | null, of: PictureOwner) => Awaitable<string | null>;
  /** Number of bytes that a picture has at most. Default 1048576 (1 MiB). */
  readonly maxSize?: number;
  /** The origin of its URLs: `https://images.example.com`. The page loads images from there. Default: that of the application. */
  readonly origin?: string;
  /**
   * The hosts of OAuth providers whose pictures are copied by `store`, such as `lh3.googleusercontent.com`: when a user signs up, or
   * signs in whose `image` is still that URL; with `follow`, at each sign-in. A picture at another host stays a link. Default: none.
   */
  readonly copyFrom?: readonly string[];
}

/** A picture that a user, or a provider of theirs, has sent. Its type is that of its content. */
export interface SentPicture {
  /** The content, as it was sent: it may say where it was taken. */
  readonly bytes: Uint8Array;
  /** The media type: never that of an SVG. */
  readonly type: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
}

/** Whose picture it is. */
export interface PictureOwner {
  /** Id of the user. */
  readonly userId: string;
  /**
   * URL of the picture that the user has had, at the origin of the pictures; `null` without one, and for a link to a provider. Remove it
   * only if you have stored it for this user: at some providers, users choose the URL of their picture.
   */
  readonly previous: string | null;
}

/** A field of the application. */
export interface ProfileField {
  /** Its label. A function gets the language of the page, a tag such as `de` (RFC 5646). */
  readonly label: ProfileLabel;
  /**
   * What it holds. `text` is one line, `url` the address of a page on the web, `choice` the name of one of `choices`, each stored as text;
   * a `date` is stored as a `Date`, the beginning of that day in UTC; `boolean` is a box to tick.
   */
  readonly type: "text" | "boolean" | "choice" | "date" | "url";
  /** Whether it must be filled in; of a `boolean`, whether it must be ticked. Default `false`. */
  readonly required?: boolean;
  /** The longest value of a `text` or a `url`, in characters. Default 200 and 2000. */
  readonly maxLength?: number;
  /** The values of a `choice`, with a label for each. Default: none. */
  readonly choices?: Readonly<Record<string, ProfileLabel>>;
  /** Whether the user may change it. Otherwise the page only shows it. Default `true`. */
  readonly editable?: boolean;
}

/** A label, in one language or by the language of the page. */
export type ProfileLabel = string | ((language: string) => string);

/** Names the options of the profile, as the application has written them: `checks.ts` checks them. */
export const PROFILE: Key<ProfileOptions> = { name: "userProfile" };

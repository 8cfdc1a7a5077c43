/**
 * The messages about the profile in English.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Profile",
  about: "About you",
  name: "Name",
  optional: "Optional",
  followed:
    "Your name and picture come from the service that you sign in with. Change them there, then sign in again.",
  saved: "Your profile was saved.",
  language: "Language",
  ofBrowser: "Same as the browser",
  changed: "Profile changed",
  picture: "Picture",
  pictureLabel: "Choose an image",
  pictureRule: "A PNG, JPEG, WebP or GIF of at most {size}.",
  errors: {
    required: "Fill this in.",
    tick: "Check this box.",
    tooLong: "Use at most {count} characters.",
    url: "Enter a web address that begins with https.",
    date: "Enter a date.",
    choice: "Choose one from the list.",
  },
};

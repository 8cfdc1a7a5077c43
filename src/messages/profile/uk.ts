/**
 * The messages about the profile in Ukrainian.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Профіль",
  about: "Про вас",
  name: "Ім’я",
  optional: "Необов’язково",
  followed:
    "Ваше ім’я та фото надходять від служби, через яку ви входите. Змініть їх там, а потім увійдіть знову.",
  saved: "Ваш профіль збережено.",
  language: "Мова",
  ofBrowser: "Як у браузері",
  changed: "Профіль змінено",
  picture: "Фото",
  pictureLabel: "Виберіть зображення",
  pictureRule: "PNG, JPEG, WebP або GIF, не більше {size}.",
  errors: {
    required: "Заповніть це поле.",
    tick: "Поставте тут позначку.",
    tooLong: "Використайте не більше {count} символів.",
    url: "Введіть вебадресу, що починається з https.",
    date: "Введіть дату.",
    choice: "Виберіть щось зі списку.",
  },
};

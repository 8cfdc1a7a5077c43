/**
 * The messages about the profile in Russian.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Профиль",
  about: "О вас",
  name: "Имя",
  optional: "Необязательно",
  followed:
    "Ваше имя и фото берутся из сервиса, через который вы входите. Измените их там, а затем войдите снова.",
  saved: "Ваш профиль сохранён.",
  language: "Язык",
  ofBrowser: "Как в браузере",
  changed: "Профиль изменён",
  picture: "Фото",
  pictureLabel: "Выберите изображение",
  pictureRule: "PNG, JPEG, WebP или GIF, не больше {size}.",
  errors: {
    required: "Заполните это поле.",
    tick: "Поставьте здесь галочку.",
    tooLong: "Используйте не более {count} символов.",
    url: "Введите веб-адрес, который начинается с https.",
    date: "Введите дату.",
    choice: "Выберите что-нибудь из списка.",
  },
};

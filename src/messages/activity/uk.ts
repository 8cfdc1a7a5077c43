/**
 * The messages about what has happened to an account in Ukrainian.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Останні дії",
  signIn: "Вхід",
  stepUp: "Особу підтверджено",
  failed: "Невдалий вхід",
  wrong: { password: "Неправильний пароль", code: "Неправильний код", passkey: "Ключ доступу не прийнято" },
  times: "Спроб: {count}",
  other: "Обліковий запис змінено",
  past: {
    passwordChanged: "Пароль змінено",
    secondFactorReset: "Служба підтримки вимкнула двоетапний вхід",
    deletionRequested: "Подано запит на видалення облікового запису",
    deletionUndone: "Видалення облікового запису скасовано",
    emailAdopted: "Нова електронна адреса",
    emailRestored: "Попередню електронну адресу відновлено",
    "change-username": "Ім’я користувача змінено",
  },
};

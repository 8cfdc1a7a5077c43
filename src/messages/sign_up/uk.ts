/**
 * The messages of sign-up in Ukrainian.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Завершіть реєстрацію",
  text: "Ви створюєте обліковий запис для {email}.",
  textNameless: "Ви створюєте обліковий запис.",
  button: "Створити обліковий запис",
  accept: "Прочитано і прийнято: {documents}",
  acceptError: "Щоб створити обліковий запис, позначте це поле.",
  closed: { what: "Тут не можна створити новий обліковий запис.", now: "Якщо він у вас уже є, увійдіть." },
};

/**
 * The messages of sign-up in Russian.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Завершите регистрацию",
  text: "Вы создаёте учётную запись для {email}.",
  textNameless: "Вы создаёте учётную запись.",
  button: "Создать учётную запись",
  accept: "Прочитано и принято: {documents}",
  acceptError: "Чтобы создать учётную запись, отметьте это поле.",
  closed: { what: "Здесь нельзя создать новую учётную запись.", now: "Если она у вас уже есть, войдите." },
};

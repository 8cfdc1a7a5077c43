/**
 * The messages of sign-up in Turkish.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Kaydı tamamlayın",
  text: "{email} için bir hesap oluşturuyorsunuz.",
  textNameless: "Bir hesap oluşturuyorsunuz.",
  button: "Hesap oluştur",
  accept: "Okudum ve kabul ediyorum: {documents}",
  acceptError: "Hesap oluşturmak için bu kutuyu işaretleyin.",
  closed: { what: "Burada yeni hesap oluşturulamıyor.", now: "Zaten bir hesabınız varsa oturum açın." },
};

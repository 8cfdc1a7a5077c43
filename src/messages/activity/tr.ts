/**
 * The messages about what has happened to an account in Turkish.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Son etkinlikler",
  signIn: "Giriş yapıldı",
  stepUp: "Kimliğiniz doğrulandı",
  failed: "Başarısız giriş",
  wrong: { password: "Yanlış parola", code: "Yanlış kod", passkey: "Geçiş anahtarı kabul edilmedi" },
  times: "{count} kez",
  other: "Hesabınız değiştirildi",
};

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
  stepUp: "Kimlik doğrulandı",
  failed: "Başarısız giriş",
  wrong: { password: "Yanlış parola", code: "Yanlış kod", passkey: "Geçiş anahtarı kabul edilmedi" },
  times: "{count} kez",
  other: "Hesapta değişiklik yapıldı",
  past: {
    passwordChanged: "Parola değiştirildi",
    secondFactorReset: "İki adımlı doğrulama destek ekibi tarafından kapatıldı",
    deletionRequested: "Hesabın silinmesi istendi",
    deletionUndone: "Hesabın silinmesinden vazgeçildi",
    emailAdopted: "Yeni e-posta adresi",
    emailRestored: "Önceki e-posta adresine dönüldü",
    "change-username": "Kullanıcı adı değiştirildi",
  },
};

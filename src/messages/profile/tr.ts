/**
 * The messages about the profile in Turkish.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Profil",
  about: "Hakkınızda",
  name: "Ad soyad",
  optional: "İsteğe bağlı",
  followed:
    "Adınız ve fotoğrafınız, giriş yaptığınız hizmetten geliyor. Bunları orada değiştirip yeniden giriş yapın.",
  saved: "Profiliniz kaydedildi.",
  language: "Dil",
  ofBrowser: "Tarayıcıdaki gibi",
  changed: "Profil değiştirildi",
  picture: "Resim",
  pictureLabel: "Bir resim seçin",
  pictureRule: "En fazla {size} boyutunda PNG, JPEG, WebP veya GIF.",
  errors: {
    required: "Bu alanı doldurun.",
    tick: "Bu kutuyu işaretleyin.",
    tooLong: "En fazla {count} karakter kullanın.",
    url: "https ile başlayan bir internet adresi girin.",
    date: "Bir tarih girin.",
    choice: "Listeden birini seçin.",
  },
};

/**
 * The messages about user names in Turkish.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Kullanıcı adı",
  addressOrName: "E-posta veya kullanıcı adı",
  optionalAddress: "E-posta adresi (isteğe bağlı)",
  withoutAddress:
    "Adres olmadan, parolanızı unutursanız tekrar giremezsiniz. Giriş yaptıktan sonra bir geçiş anahtarı ekleyin.",
  none: "Henüz bir kullanıcı adınız yok.",
  choose: "Seç",
  chooseHeading: "Kullanıcı adı seçin",
  chooseText: "Onunla giriş yapabilirsiniz. Başkaları onu görebilir.",
  change: "Değiştir",
  changeHeading: "Kullanıcı adınızı değiştirin",
  changeText: "Yenisiyle giriş yapacaksınız. Eskisi artık çalışmayacak.",
  wait: "Onu {date} tarihinde yeniden değiştirebilirsiniz.",
  changed: "Kullanıcı adınız değiştirildi.",
  errors: {
    length: {
      what: "Bu kullanıcı adı çok kısa veya çok uzun.",
      now: "{min} ile {max} arasında karakter kullanın.",
    },
    characters: {
      what: "Bu kullanıcı adında kullanılamayan karakterler var.",
      now: "Tek bir alfabenin harflerini, rakam, nokta, tire ve alt çizgi kullanın.",
    },
    taken: { what: "Bu kullanıcı adı alınmış.", now: "Başka bir tane seçin." },
    tooSoon: {
      what: "Kullanıcı adınızı kısa süre önce değiştirdiniz.",
      now: "{date} tarihinden sonra yeniden deneyin.",
    },
  },
};

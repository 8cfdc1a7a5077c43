/**
 * The messages about another email address of an account in Turkish.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "E-posta adresi",
  none: "Hesabınızın e-posta adresi yok.",
  change: "Değiştir",
  changeHeading: "E-posta adresini değiştir",
  changeText: "Yeni adrese bir bağlantı göndereceğiz. Siz onu açana kadar hiçbir şey değişmez.",
  newAddress: "Yeni e-posta adresi",
  send: "Bağlantıyı gönder",
  sent: "Yeni adrese bir bağlantı gönderdik. Tamamlamak için onu açın.",
  changed: "E-posta adresiniz değiştirildi.",
  confirmHeading: "Bu adres kullanılsın mı?",
  confirmText: "{email}, {app} hesabınızın adresi olacak. Diğer tüm oturumlarınız kapatılacak.",
  confirmButton: "Bu adresi kullan",
  undoHeading: "Eski adresinizi geri almak istiyor musunuz?",
  undoText:
    "{email} yeniden {app} hesabınızın adresi olacak. Tüm oturumlar kapatılacak ve değişiklikten sonra eklenenler kaldırılacak: giriş yöntemleri, parola, iki adımlı doğrulama.",
  undoButton: "Adresi geri al",
  undoneHeading: "Eski adresiniz geri geldi",
  undoneText: "Bu adresle giriş yapın, ardından giriş yöntemlerinizi gözden geçirin.",
  overHeading: "Bu bağlantı artık geçerli değil",
  overText: "Bağlantı kullanılmış, süresi dolmuş veya hesap o zamandan beri değişmiş olabilir.",
  errors: {
    InvalidNewEmail: {
      what: "Bu, yeni bir e-posta adresi değil.",
      now: "Yazdığınızı kontrol edip yeniden deneyin.",
    },
    EmailInUse: {
      what: "Bu adres başka bir hesaba ait.",
      now: "Başka bir adres kullanın veya o hesaba giriş yapın.",
    },
    TooManyEmails: {
      what: "Çok fazla e-posta gönderdik.",
      now: "Bir saat bekleyin, ardından yeniden deneyin.",
    },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "{app} için yeni adresinizi doğrulayın",
    intro: "Biri bu adresi kendi {app} hesabı için kullanmak istiyor.",
    openLink: "Bu sizseniz bu bağlantıyı oturumunuzun açık olduğu tarayıcıda açın:",
    button: "Adresimi doğrula",
    ignore: "Siz değilseniz bu e-postayı yok sayın: onsuz hiçbir şey değişmez.",
  },
  emailChanged: {
    subject: "{app} hesabınızın e-posta adresi değiştirildi",
    intro: "{app} hesabınızın e-posta adresi değiştirildi: {details}.",
    openLink: "Bunu siz yapmadıysanız eski adresinizi geri almak için bu bağlantıyı {time} içinde açın:",
    button: "Ben değildim",
    ignore: "Bu sizseniz bu e-postayı yok sayın.",
  },
  emailAdopted: {
    subject: "{app} hesabınızın yeni bir e-posta adresi var",
    intro: "Bu adres artık {app} hesabınızın adresi: {details}.",
    openLink: "Hesabınızı görmek için bu bağlantıyı açın:",
    button: "Hesabımı gözden geçir",
    ignore: "Bu sizseniz bu e-postayı yok sayın.",
  },
  emailRestored: {
    subject: "{app} hesabınız eski adresine döndü",
    intro: "{app} hesabınızın e-posta adresi değişikliği geri alındı: {details}.",
    openLink: "Hesabınızı görmek için bu bağlantıyı açın:",
    button: "Hesabımı gözden geçir",
    ignore: "Bunu yapan kişi eski adresin posta kutusuna erişebiliyor. Tüm oturumlar kapatıldı.",
  },
};

/**
 * The messages about passwords in Turkish.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Hesap oluştur",
  signUpHeadingNamed: "{app} hesabı oluştur",
  signUpButton: "Hesap oluştur",
  unverified: "Parola doğru. Bu adres henüz doğrulanmadı: giriş yapmak için e-postayla doğrulayın.",
  unknownBrowser:
    "Bu tarayıcıyı henüz tanımıyoruz. Giriş yapmak için {email} adresine gönderdiğimiz kodu yazın.",
  agreement: "Hesap oluşturarak şunları kabul edersiniz: {documents}",
  haveAccount: "Hesabınız var mı?",
  signIn: "Giriş yap",
  hint: "En az {count} karakter. Art arda birkaç sözcük hem güçlüdür hem de kolay hatırlanır.",
  typed: "{typed} / {count} karakter.",
  longEnough: "Yeterince uzun.",
  forgotHeading: "Yeni parola belirle",
  forgotText: "E-posta adresinizi girin. Size yeni bir parola seçmeniz için bir bağlantı göndereceğiz.",
  forgotButton: "Bana bağlantı gönder",
  chooseHeading: "Parola seç",
  chooseText: "{email} hesabı için. Ardından giriş yapmış olursunuz.",
  chooseTextWithCode:
    "{email} adresine bir bağlantı ve bir kod gönderdik. Bağlantıyı açın ya da kodu ve yeni bir parolayı " +
    "buraya yazın.",
  chooseButton: "Kaydet ve giriş yap",
  keepHeading: "Bu parola sizin mi?",
  keepText:
    "{email} hesabının, bu adres onaylanmadan önce belirlenmiş bir parolası var. Onu siz seçtiyseniz " +
    "girin, parola geçerli kalır.",
  keepButton: "Bu parolayı koru",
  keepWrong: "Yanlışsa kaldırılır, çünkü onu bir yabancı belirlemiş olabilir. Ardından yeni bir parola " +
    "seçebilirsiniz.",
  keepOther: "Hiç parola seçmediyseniz yeni bir hesabınız olur; diğer hesap artık bu adrese sahip olmaz.",
  keepNever: "Hiç parola seçmedim",
  removed: "Önceki parola kaldırıldı. Yeni bir parola seçebilirsiniz.",
  changeHeading: "Parolayı değiştir",
  addHeading: "Parola ekle",
  changeText: "Diğer tüm tarayıcılarda oturum kapatılır.",
  currentPassword: "Şu anki parola",
  newPassword: "Yeni parola",
  changeButton: "Parolayı kaydet",
  cancel: "İptal",
  change: "Parolayı değiştir",
  add: "Parola ekle",
  setAt: "Belirlenme: {date}",
  changed: "Parolanız kaydedildi. Diğer tüm oturumlarınız kapatıldı.",
  errors: {
    TooShort: {
      what: "Bu parola çok kısa.",
      now: "En az {count} karakter kullanın, örneğin art arda birkaç sözcük.",
    },
    TooLong: { what: "Bu parola çok uzun.", now: "En fazla 1024 karakter kullanın." },
    TooCommon: {
      what: "Bu parola, yabancıların ilk denediği parolalardan biri.",
      now: "Başka bir parola seçin, örneğin birbiriyle ilgisi olmayan birkaç sözcük.",
    },
    Leaked: {
      what: "Bu parola bir veri sızıntısında ortaya çıktı.",
      now: "Başka bir parola seçin ve bunu, kullandığınız diğer yerlerde de değiştirin.",
    },
    WrongPassword: { what: "Bu sizin şu anki parolanız değil.", now: "Kontrol edip yeniden deneyin." },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "{app} için adresinizi doğrulayın",
    intro: "{app} sitesine hoş geldiniz. Bu adresin size ait olduğunu doğrulayın, hesabınız hazır olsun.",
    openLink: "Adresinizi doğrulamak için bu bağlantıyı açın:",
    button: "Adresi doğrula",
    ignore: "Hesap oluşturmadıysanız bu e-postayı yok sayın: onsuz hesap oluşturulmaz.",
  },
  exists: {
    subject: "Zaten bir {app} hesabınız var",
    intro:
      "Biri, belki de siz, bu adresle bir {app} hesabı oluşturmak istedi. Zaten bir hesabınız var: her " +
      "zamanki gibi giriş yapın. Parolanızı unuttuysanız yeni bir parola seçin.",
    openLink: "Yeni bir parola seçmek için bu bağlantıyı açın:",
    button: "Yeni parola seç",
    ignore: "Siz değildiyseniz bu e-postayı yok sayın: hiçbir şey değişmedi.",
  },
  reset: {
    subject: "{app} için yeni parola belirleyin",
    intro: "{app} hesabınız için yeni bir parola seçin. Bunun ardından diğer tüm tarayıcılarda oturum " +
      "kapatılır.",
    openLink: "Yeni bir parola seçmek için bu bağlantıyı açın:",
    button: "Yeni parola seç",
    ignore: "Bu e-postayı siz istemediyseniz yok sayın: parolanız değişmedi.",
  },
  noAccount: {
    subject: "Bu adresle bir {app} hesabı yok",
    intro: "Biri, belki de siz, {app} için yeni bir parola istedi, ancak bu adresle bir hesap yok. Belki " +
      "başka bir adres veya başka bir giriş yöntemi kullandınız.",
    openLink: "Hesap oluşturmak için bu bağlantıyı açın:",
    button: "Hesap oluştur",
    ignore: "Siz değildiyseniz bu e-postayı yok sayın: hiçbir şey olmadı.",
  },
  unknownBrowser: {
    subject: "{app} girişinizi onaylayın",
    intro: "Birisi, belki siz, {app} parolanızı daha önce görmediğimiz bir tarayıcıda yazdı.",
    openLink: "Siz değilseniz başka biri parolanızı biliyor. Yeni bir parola seçmek için bu bağlantıyı açın:",
    button: "Yeni parola seç",
    typeCode: "Sizseniz bu kodu o tarayıcıda yazın:",
    ignore: "Siz değilseniz hemen yeni bir parola seçin. Kod olmadan orada kimse giriş yapamaz.",
  },
};

const LOOK = {
  button: "Ben değildim",
  ignore: "Bu sizseniz bu e-postayı yok sayın. Değilseniz diğer her yerde hemen oturumu kapatın.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "{app} hesabında yeni oturum",
    intro: "Birisi {app} hesabınızda, daha önce görmediğimiz bir tarayıcıyla oturum açtı: {details}.",
    openLink: "Nerelerde oturumunuzun açık olduğunu görmek için bu bağlantıyı açın:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "{app} parolanız yenilendi",
    intro: "{app} hesabınızın parolası belirlendi: {details}. Diğer tüm tarayıcılarda oturum kapatıldı.",
    openLink: "Bunu siz yapmadıysanız başka bir parola seçmek için bu bağlantıyı açın:",
    button: "Başka bir parola seç",
    otherButton: "Hesabıma bak",
    ignore: "Bu sizseniz bu e-postayı yok sayın.",
  },
  wayAdded: {
    subject: "{app} için yeni giriş yöntemi",
    intro: "{app} hesabınıza bir giriş yöntemi eklendi: {way} ({details}).",
    openLink: "Tüm giriş yöntemlerini görmek için bu bağlantıyı açın:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "{app} için bir giriş yöntemi kaldırıldı",
    intro: "{app} hesabınızdan bir giriş yöntemi kaldırıldı: {way} ({details}).",
    openLink: "Tüm giriş yöntemlerini görmek için bu bağlantıyı açın:",
    ...LOOK,
  },
};

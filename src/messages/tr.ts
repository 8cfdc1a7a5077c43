/**
 * The messages in Turkish.
 *
 * @module
 */

import { account } from "./account/tr.ts";
import { activity } from "./activity/tr.ts";
import { deletion, deletionMails } from "./deletion/tr.ts";
import { emailChange, emailChangeMails } from "./email_change/tr.ts";
import { password, passwordMails, securityMails } from "./passwords/tr.ts";
import { signUp } from "./sign_up/tr.ts";
import { userNames } from "./user_names/tr.ts";
import { administration } from "./administration/tr.ts";
import { profile } from "./profile/tr.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Yeniden deneyin veya başka bir giriş yöntemi seçin.";
const BEFORE = "Bu sizseniz önceki gibi giriş yapın. Değilse bize ulaşın.";
const UNVERIFIED = "Bu adresle bir hesap var, ancak adres hiç doğrulanmamış.";

/** The messages. */
export const tr: Messages = {
  general: {
    back: "{app} sitesine dön",
    unknownError: { what: "Giriş yapılamadı.", now: "Lütfen yeniden deneyin." },
    errorTitle: "Hata: {title}",
    wait: "Lütfen bekleyin.",
    waitTime: "Bekleme süresi: {time}",
    triesLeft: "Kalan deneme: {count}.",
    justNow: "az önce",
    email: "E-posta",
    passkey: "Geçiş anahtarı",
    device: "{system} üzerinde {browser}",
    terms: "Koşullar",
    privacy: "Gizlilik",
    support: "Yardım",
    otherWay: "Başka bir yöntemle giriş yap",
    keptForm: {
      heading: "Son bir adım",
      text: "Formunuz henüz gönderilmedi.",
      button: "Gönder",
      page: "Sayfa",
      filledIn: "Dolduruldu",
      files: "Dosyalar saklanmaz. Lütfen yeniden seçin.",
      discard: "Vazgeç",
    },
  },
  signIn: {
    heading: "Giriş yap",
    headingNamed: "{app} hesabınıza giriş yapın",
    purpose: "{app} ile devam etmek için",
    headingToAdd: "Giriş yöntemi ekle",
    purposeToAdd: "{app} hesabınıza",
    current: "{person} olarak giriş yaptınız.",
    currentNameless: "Giriş yaptınız.",
    another: "Başka bir hesapla da giriş yapabilirsiniz.",
    adding: "Burada seçtiğiniz yöntemle bu hesaba giriş yapabileceksiniz.",
    button: "{provider} ile devam et",
    signUp: "{provider} ile kaydol",
    address: "E-posta adresi",
    addressExample: "siz@example.com",
    password: "Parola",
    continue: "Devam et",
    submit: "Giriş yap",
    forgotPassword: "Parolanızı mı unuttunuz?",
    showPassword: "Parolayı göster",
    sendMail: "Bana giriş bağlantısı gönder",
    sendMailWith: "{provider} ile giriş bağlantısı gönder",
    usePasskey: "Geçiş anahtarıyla giriş yap",
    createPasskey: "Geçiş anahtarıyla kaydol",
    addPasskey: "Geçiş anahtarı ekle",
    passkeyNeedsScript: "Geçiş anahtarları JavaScript gerektirir.",
    lastUsed: "Son kullanılan",
    more: "Diğer giriş yöntemleri",
    newHere: "Burada yeni misiniz?",
    register: "Hesap oluştur",
    or: "veya",
    nothingToAdd: "Ekleyebileceğiniz başka bir yöntem yok.",
    noProvider: {
      what: "Henüz bir giriş yöntemi yok.",
      now: "Bu siteyi siz yönetiyorsanız yapılandırmasına bir sağlayıcı ekleyin.",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "Bu geçiş anahtarı veya adresi başka bir kullanıcıya ait.", now: BEFORE },
    CredentialsSignin: { what: "Bu bilgiler doğru değil.", now: "Kontrol edip yeniden deneyin." },
    EmailSignInError: {
      what: "E-posta gönderilemedi.",
      now: "Birazdan yeniden deneyin.",
    },
    InvalidCheck: {
      what: "Giriş çok uzun sürdü veya başka bir tarayıcıda başlatıldı.",
      now: "Buradan yeniden başlayın. Yeniden olursa çerezlere izin verin.",
    },
    InvalidEmail: { what: "Geçerli bir e-posta adresi girin.", now: "Kontrol edip yeniden deneyin." },
    InvalidProvider: {
      what: "Bu giriş yöntemi sunulmuyor.",
      now: "Aşağıdakilerden birini seçin.",
    },
    MissingCSRF: {
      what: "Sayfa çok uzun süre açık kaldı veya çerezler engelli.",
      now: "Çerezlere izin verip yeniden deneyin.",
    },
    OAuthAccountNotLinked: { what: "Bu hesap veya adresi başka bir kullanıcıya ait.", now: BEFORE },
    OAuthCallbackError: { what: "Giriş iptal edildi veya reddedildi.", now: AGAIN },
    OAuthProfileParseError: {
      what: "Seçtiğiniz hizmet, hesabınız hakkında yeterli bilgi vermedi.",
      now: AGAIN,
    },
    OtherAccount: { what: "Seçtiğiniz hesap, bağlı olan hesap değil.", now: AGAIN },
    ProviderResponseError: { what: "Seçtiğiniz hizmetin yanıtına güvenilemiyor.", now: AGAIN },
    ProviderUnavailable: { what: "Seçtiğiniz hizmet yanıt vermiyor.", now: AGAIN },
    RateLimited: {
      what: "Çok fazla deneme yapıldı.",
      now: "Biraz bekleyip yeniden deneyin veya başka bir yolla oturum açın.",
    },
    ReconnectRequired: { what: "Bu hizmetle bağlantı sona erdi.", now: "Onunla yeniden giriş yapın." },
    ReconnectRequiredWithName: {
      what: "{provider} ile bağlantı sona erdi.",
      now: "{provider} ile yeniden giriş yapın.",
    },
    ServerBusy: {
      what: "Sunucu şu anda çok yoğun.",
      now: "Birkaç saniye bekleyin, ardından yeniden deneyin.",
    },
    SessionNotFresh: {
      what: "Lütfen siz olduğunuzu doğrulayın.",
      now: "Devam etmek için tekrar giriş yapın.",
    },
    SessionRequired: {
      what: "Bu sayfayı görmek için giriş yapmanız gerekiyor.",
      now: "Nasıl giriş yapacağınızı seçin.",
    },
    TooManyWrongCodes: { what: "Çok fazla yanlış kod girildi.", now: "Buradan yeniden başlayın." },
    UserChanged: { what: "Siz giriş yaparken hesap değişti.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Önceki gibi giriş yapın, ardından adresi doğrulamak için buradan yeniden e-posta isteyin. Bu hesabı siz oluşturmadıysanız bize ulaşın.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "{ways} ile giriş yapın, ardından adresi doğrulamak için buradan yeniden e-posta isteyin. Bu hesabı siz oluşturmadıysanız bize ulaşın.",
    },
    WebAuthnVerificationError: { what: "Geçiş anahtarınız doğrulanamadı.", now: AGAIN },
  },
  challenge: {
    needsScript: "Bu form JavaScript gerektirir.",
    errors: { ChallengeFailed: { what: "İnsan olduğunuz doğrulanamadı.", now: "Lütfen yeniden deneyin." } },
  },
  signOut: {
    headingSignedOut: "Oturumunuz kapalı",
    textSignedOut: "Bu tarayıcıda {app} için açık bir oturum yok.",
    signIn: "Giriş yap",
    heading: "Çıkış yapılsın mı?",
    text: "Bu tarayıcıdaki {app} oturumunuz sona erer.",
    button: "Çıkış yap",
    stay: "Oturumu açık tut",
  },
  verifyRequest: {
    heading: "E-postanızı kontrol edin",
    sentLinkAndCode:
      "{email} adresine bir bağlantı ve bir kod gönderdik. Bağlantıyı açın veya kodu buraya yazın.",
    sentLink: "{email} adresine bir giriş bağlantısı gönderdik. Giriş yapmak için bağlantıyı açın.",
    again: "Yeniden gönder",
    againLater: "{seconds} sn sonra yeniden gönder",
    sentAgain: "Size bir e-posta daha gönderdik. En yenisi geçerlidir.",
    tooEarly: "Bir e-posta daha istemeden önce {seconds} saniye bekleyin.",
    otherAddress: "Başka bir adres kullan",
    link: "{app} için giriş bağlantınız yolda. Giriş yapmak için bağlantıyı açın.",
    nothing: "Birkaç dakika sonra hâlâ gelmedi mi? İstenmeyen posta klasörünüze bakın.",
    code: "Kod",
    codeFormat: "Sekiz haneli kod",
    button: "Giriş yap",
    InvalidCode: {
      what: "Bu kod doğru değil.",
      now: "Kodu en son e-postayla karşılaştırıp yeniden deneyin.",
    },
  },
  confirmation: {
    heading: "Bu siz misiniz?",
    question: "{app} sitesine {email} olarak giriş yapılsın mı?",
    button: "Giriş yap",
    note: "Bu bağlantıyı siz istemediyseniz ya da bu sizin adresiniz değilse devam etmeyin: bağlantı tek " +
      "başına kimseye giriş yaptırmaz.",
    no: "Hayır, bu ben değilim",
    headingSignedIn: "Zaten giriş yaptınız",
  },
  link: {
    heading: "Hesabınıza eklensin mi?",
    text: "{current} olarak giriş yaptınız ve az önce {provider} kullandınız.",
    textWithName:
      "{current} olarak giriş yaptınız ve az önce {provider} yöntemini {proven} olarak kullandınız.",
    nameless: "adı olmayan bir kullanıcı",
    add: "{provider} yöntemini {current} hesabına ekle",
    addNameless: "{provider} yöntemini bu hesaba ekle",
    switch: "{proven} olarak devam et",
    switchNameless: "Başka biri olarak devam et",
    note:
      "Eklerseniz {account} ile bundan sonra {current} hesabına giriş yapılabilir. Yalnızca ikisi de sizinse ekleyin.",
    noteNameless:
      "Eklerseniz {account} ile bundan sonra şu anki hesabınıza giriş yapılabilir. Yalnızca ikisi de sizinse ekleyin.",
    cancel: "İptal",
  },
  takenOver: {
    heading: "Adresiniz doğrulandı",
    text: "Bu adresle zaten bir hesap vardı; artık bu hesaba yalnızca siz erişebilirsiniz.",
    done: "Yaptıklarımız",
    removed: "Kaldırıldı",
    signedOut: "Diğer tüm tarayıcılarda oturum kapatıldı",
    advice: "Bunlardan biri size aitse yeniden ayarlayabilirsiniz.",
    again: "Yeniden ayarla",
    button: "Devam",
  },
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  error: {
    AccessDenied: {
      heading: "Erişiminiz yok",
      text: "Hesabınız buraya giriş yapamaz. Başka bir hesap kullanın veya bu sitenin yöneticilerine sorun.",
      button: "Başka hesap kullan",
    },
    Configuration: {
      heading: "Giriş çalışmıyor",
      text:
        "Bu site doğru yapılandırılmamış. Siteyi siz yönetiyorsanız günlük kaydı neyin değişmesi gerektiğini yazar.",
    },
    UserNotStored: { heading: "Bu sitede bu mümkün değil", text: "Bu sitenin yöneticilerine sorun." },
    ServerError: {
      heading: "Bir sorun oluştu",
      text: "Hata bizde, sizde değil. Lütfen birazdan yeniden deneyin.",
      button: "Yeniden dene",
    },
    Verification: {
      heading: "Bu bağlantı artık geçerli değil",
      text:
        "E-postadaki bağlantı ve kod bir kez, kısa bir süre için geçerlidir; çok sayıda yanlış koddan sonra da çalışmaz. " +
        "Yenilerini almak için tekrar giriş yapın.",
      button: "Tekrar giriş yap",
    },
    unknown: {
      heading: "Bir sorun oluştu",
      text: "Giriş yapılmadı. Lütfen yeniden deneyin.",
      button: "Giriş yap",
    },
  },
  passkey: {
    Configuration:
      "Geçiş anahtarları bu sitede doğru yapılandırılmamış. Siteyi siz yönetiyorsanız günlük kaydı neyin değişmesi gerektiğini yazar.",
    InvalidEmail: "Geçerli bir e-posta adresi girin, örneğin siz@example.com.",
    InvalidStateError: "Bu cihazda zaten bir geçiş anahtarınız var. Onunla giriş yapın.",
    NotAllowedError: "Geçiş anahtarı kullanılmadı: iptal edildi veya çok uzun sürdü. Yeniden deneyin.",
    NotSupportedError: "Bu cihaz bu site için geçiş anahtarı oluşturamıyor.",
    SecurityError: "Bu site bu adreste geçiş anahtarı kullanamaz.",
    "Invalid request": "Önce giriş yapın. Kaydolmak için formu doldurun.",
    Unsupported:
      "Bu tarayıcı geçiş anahtarlarını desteklemiyor. Başka bir tarayıcı veya başka bir giriş yöntemi kullanın.",
    unknown: "İşlem tamamlanamadı. Birazdan yeniden deneyin.",
  },
  passkeyOffer: {
    heading: "Bir dahaki sefere daha hızlı giriş yapın",
    text:
      "Geçiş anahtarıyla parmak iziniz, yüzünüz veya PIN kodunuzla giriş yaparsınız. Bir şey hatırlamanız ya da e-posta beklemeniz gerekmez.",
    button: "Geçiş anahtarı oluştur",
    skip: "Şimdi değil",
  },
  mail: {
    subject: "{app} girişi",
    preheader: "Giriş bağlantınız ve kodunuz hazır.",
    openLink: "Bu bağlantıyı açın:",
    button: "Giriş yap",
    typeCode: "Ya da bu kodu, kodu soran sayfaya yazın:",
    lifetime: "İkisi de yalnızca bir kez kullanılabilir. Geçerlilik süresi: {lifetime}.",
    asked: "İstek: {details}",
    copyLink: "Düğme çalışmıyor mu? Bu adresi tarayıcınıza kopyalayın:",
    warning: "Bağlantıyı ve kodu kimseye vermeyin, {app} adına konuştuğunu söyleyenlere bile.",
    warningLink: "Bağlantıyı kimseye vermeyin, {app} adına konuştuğunu söyleyenlere bile.",
    warningCode: "Kodu kimseye vermeyin, {app} adına konuştuğunu söyleyenlere bile.",
    ignore: "Bu e-postayı siz istemediyseniz yok sayın: onsuz kimse giriş yapamaz.",
    reason: "Bu e-postayı, birisi {app} sitesinde adresinizi kullandığı için alıyorsunuz.",
    accountReason: "Bu e-posta, {app} hesabınızın güvenliğiyle ilgilidir.",
  },
  password,
  passwordMails,
  securityMails,
};

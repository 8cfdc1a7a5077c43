/**
 * The messages about the second factor in Turkish.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Siz olduğunuzu onaylayın",
    askText: "{app} girişi için bir adım daha kaldı.",
    stepUpHeading: "Siz olduğunuzu yeniden onaylayın",
    stepUpText: "{app} sitesine giriş yaptınız. Yapmak istediğiniz işlem için ikinci adım da gerekiyor.",
    code: "Kimlik doğrulama uygulamanızdaki kod",
    codeFormat: "Altı haneli kod",
    confirm: "Onayla",
    remember: "Bu cihazda {time} boyunca sorma",
    usePasskey: "Geçiş veya güvenlik anahtarı kullan",
    useRecoveryCode: "Kurtarma kodu kullan",
    recoveryCode: "Kurtarma kodu",
    recoveryNote: "Doğrulamayı açtığınızda on tane saklamıştınız. Her biri bir kez kullanılabilir.",
    lost: "Bunların hiçbiri artık sizde yok mu? Bu sitenin yöneticilerine sorun.",
    never: "Bunu hiç açmadım",
    neverEffect: "Yeni bir hesabınız olur; diğer hesap artık bu adrese sahip olmaz.",
    neverNow: "Yeni bir hesapla devam et",
    setupHeading: "İki adımlı doğrulamayı aç",
    setupText: "Bundan sonra giriş için ikinci bir adım gerekir: telefonunuzdaki bir uygulamanın " +
      "gösterdiği kod.",
    requiredText: "{app} ikinci bir adım istiyor: telefonunuzdaki bir uygulamanın gösterdiği kod.",
    getApp: "Bir kimlik doğrulama uygulaması yükleyin veya parola yöneticinizi kullanın.",
    scan: "Bu karekodu uygulamayla tarayın.",
    qrLabel: "Uygulamanız için anahtarı içeren karekod",
    orKey: "Ya da bu anahtarı uygulamaya yazın:",
    typeKey: "Bu anahtarı bir kimlik doğrulama uygulamasına veya parola yöneticinize yazın:",
    addAccount: "Hesabınızı uygulamaya ekleyin.",
    openApp: "Kimlik doğrulama uygulamasında aç",
    otherDevice: "Uygulama başka bir cihazda",
    firstCode: "Uygulamanın gösterdiği kodu yazın.",
    turnOn: "Aç",
    passkeysText: "Ya da ikinci adım olarak sizde bulunan geçiş ve güvenlik anahtarlarını kullanın.",
    usePasskeys: "Geçiş anahtarlarımı kullan",
    mailHeading: "Önce adresinizi doğrulayın",
    mailText: "{email} adresine bir kod gönderdik. Kodu buraya yazın, ardından ikinci adımı ayarlayın.",
    mailCode: "E-postadaki kod",
    codesHeading: "Kurtarma kodlarınızı saklayın",
    codesText: "Telefonunuzu kaybederseniz bu kodların her biri bir kez onun yerini tutar. Kodları " +
      "yazdırın veya telefonunuz olmadan bulabileceğiniz bir yerde saklayın. Yalnızca şimdi " +
      "gösterilirler.",
    replaced: "Önceki kodlar artık geçerli değil.",
    codesOf: "{account}, {app}, {date}",
    stored: "Kodları sakladım",
    copy: "Kopyala",
    copied: "Kopyalandı",
    download: "İndir",
    print: "Yazdır",
    heading: "İki adımlı doğrulama",
    offText: "Kapalı. İkinci bir adım olduğunda hiç kimse yalnızca ilk adımla giriş yapamaz.",
    requiredNote: "{app} ikinci bir adım istiyor, bu yüzden açık kalır.",
    app: "Kimlik doğru\u00adlama uygula\u00adması",
    changeApp: "Başka bir uygulama kullan",
    changeAppText: "Yeni uygulama öncekinin yerini alır. Kurtarma kodlarınız geçerli kalır ve ikinci " +
      "adım tüm cihazlarda yeniden istenir.",
    addApp: "Uygulama ekle",
    since: "Açılma: {date}",
    passkeysToo: "İkinci adım olarak da geçerli",
    recoveryCodes: "Kurtarma kodları",
    codesLeft: "Kalan: {count}",
    fewLeft: "Az sayıda kurtarma kodunuz kaldı. Gerek duymadan önce yenilerini oluşturun.",
    lostApp: "Telefonunuzu mu kaybettiniz?",
    newCodes: "Yeni kodlar oluştur",
    newCodesEffect: "Önceki kodlar artık geçerli olmayacak.",
    turnOff: "Kapat",
    turnOffEffect: "Giriş yapmak için parolanız veya onun yerine kullandığınız yöntem yeterli olacak.",
    turnOffNow: "İki adımlı doğrulamayı kapat",
    devices: "İkinci adımın sorulmadığı cihazlar",
    until: "Bitiş: {date}",
    forget: "Yeniden sor",
    forgetNamed: "Yeniden sor: {name}",
    done: {
      "second-factor-on": "İki adımlı doğrulama açık.",
      "recovery-codes-shown": "Kurtarma kodları zaten gösterildi ve yalnızca bir kez gösterilir. " +
        "Kodları saklamadıysanız yenilerini oluşturun.",
      "recovery-codes-replaced": "Yeni kurtarma kodlarınız var. Öncekiler artık geçerli değil.",
      "new-authenticator": "Yeni kimlik doğrulama uygulamanız kuruldu.",
      "second-factor-off": "İki adımlı doğrulama kapalı.",
      "device-forgotten": "O cihazda ikinci adım yeniden sorulacak.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Bu kod doğru değil veya daha önce kullanıldı.",
        now: "Sonraki kodu bekleyin ve uygulama onu gösterirken yazın.",
      },
      InvalidRecoveryCode: {
        what: "Bu kurtarma kodu doğru değil veya daha önce kullanıldı.",
        now: "Sakladığınız kodlarla karşılaştırın veya başka bir kod yazın.",
      },
      InvalidCheck: {
        what: "Bu çok uzun sürdü veya başka bir tarayıcıda başlatıldı.",
        now: "Yeniden başlayın. Bir daha olursa çerezlere izin verin.",
      },
      LastFactor: {
        what: "Bu geçiş anahtarı ikinci adımınızdır.",
        now: "Kaldırmadan önce bir kimlik doğrulama uygulaması kurun veya ikinci adımı kapatın.",
      },
      SecondFactorRequired: {
        what: "Bu site sizden ikinci bir adım istiyor.",
        now: "Kapatmanız gerekiyorsa bu sitenin yöneticilerine sorun.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "{app} için iki adımlı doğrulama açıldı",
      intro: "{app} hesabınız için iki adımlı doğrulama açıldı: {details}.",
      openLink: "Bunu siz yapmadıysanız nerelerde oturumunuzun açık olduğunu görmek için bu " +
        "bağlantıyı açın:",
      button: "Ben değildim",
      ignore: "Bu sizseniz bu e-postayı yok sayın.",
    },
    newAuthenticator: {
      subject: "{app} için yeni kimlik doğrulama uygulaması",
      intro: "{app} hesabınızın kodlarını artık yeni bir kimlik doğrulama uygulaması gösteriyor: {details}.",
      openLink: "Bunu siz yapmadıysanız nerelerde oturumunuzun açık olduğunu görmek için bu " +
        "bağlantıyı açın:",
      button: "Ben değildim",
      ignore: "Bu sizseniz bu e-postayı yok sayın. Değilseniz diğer her yerde hemen oturumu kapatın.",
    },
    secondFactorOff: {
      subject: "{app} için iki adımlı doğrulama kapatıldı",
      intro: "{app} hesabınız için iki adımlı doğrulama kapatıldı: {details}.",
      openLink: "Bunu siz yapmadıysanız yeniden açmak için bu bağlantıyı açın:",
      button: "Ben değildim",
      ignore: "Bu sizseniz bu e-postayı yok sayın. Değilseniz diğer her yerde hemen oturumu kapatın.",
    },
    secondFactorReset: {
      subject: "{app} için iki adımlı doğrulama sizin adınıza kapatıldı",
      intro: "{app} yöneticileri hesabınızın iki adımlı doğrulamasını kapattı: {details}.",
      openLink: "Yeniden açmak için bu bağlantıyı açın:",
      button: "Hesabıma bak",
      ignore: "Bunu siz istediyseniz bu e-postayı yok sayın. İstemediyseniz kimin istediğini hemen " +
        "onlara sorun.",
    },
    recoveryCodeUsed: {
      subject: "{app} için bir kurtarma kodu kullanıldı",
      intro: "Birisi {app} hesabınızda kurtarma kodlarınızdan biriyle oturum açtı: {details}.",
      openLink: "Nerelerde oturumunuzun açık olduğunu görmek ve yeni kodlar oluşturmak için bu " +
        "bağlantıyı açın:",
      button: "Hesabıma bak",
      ignore: "Bu sizseniz bu e-postayı yok sayın. Değilseniz diğer her yerde hemen oturumu kapatın.",
    },
    recoveryCodesReplaced: {
      subject: "{app} için yeni kurtarma kodları",
      intro: "Birisi {app} hesabınız için yeni kurtarma kodları oluşturdu: {details}.",
      openLink: "Nerelerde oturumunuzun açık olduğunu görmek ve yeni kodlar oluşturmak için bu " +
        "bağlantıyı açın:",
      button: "Ben değildim",
      ignore: "Bu sizseniz bu e-postayı yok sayın. Değilseniz diğer her yerde hemen oturumu kapatın.",
    },
    enrol: {
      subject: "{app} kodunuz",
      intro: "Bu kodla {app} için iki adımlı doğrulamayı ayarlarsınız.",
      openLink: "Kodu soran sayfayı kapattıysanız bu bağlantıyı açın:",
      button: "Sayfayı aç",
      typeCode: "Bu kodu, kodu soran sayfaya yazın:",
      lifetime: "Yalnızca bir kez kullanılabilir. Geçerlilik süresi: {lifetime}.",
      ignore: "Bu siz değilseniz birisi parolanızı biliyor veya bir hesabınızı kullanıyor. Bu kod " +
        "olmadan devam edemez. O parolayı değiştirin.",
    },
  },
};

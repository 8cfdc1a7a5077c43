/**
 * The messages of the account page in Turkish.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Hesabınız",
  signOut: "Çıkış yap",
  security: "Güvenlik",
  devices: "Cihazlar",
  data: "Verileriniz",
  dataCopy: "Verilerinizin kopyası",
  dataText:
    "Bu sitenin sizinle ilgili sakladıklarını içeren, programların okuyabildiği biçimde (JSON) bir dosya.",
  download: "Verilerimi indir",
  notMine: "Tanımadığınız bir şey mi var?",
  secure: "Hesabınızı güvene alın",
  secureText:
    "Burada size ait olmayan bir şey varsa diğer her yerden çıkış yapın, parolanızı değiştirin ve tanımadığınız giriş yöntemlerini kaldırın.",
  recommended: "Önerilen",
  notNow: "Şimdi değil",
  ways: "Giriş yöntemleri",
  noWays: "Henüz yok.",
  notFresh: "Birini kaldırmadan önce tekrar giriş yapmanız gerekir.",
  added: "Eklenme: {date}",
  verified: "Doğrulanma: {date}",
  used: "Son kullanım: {date}",
  signedIn: "Giriş: {date}",
  connections: {
    heading: "Bağlı hizmetler",
    text: "{app}, bu hizmetlerde sizin adınıza verileri okuyabilir veya değiştirebilir.",
    connected: "Bağlandı: {date}",
    revoke: "Erişimi iptal et",
    question: "{name} erişimi iptal edilsin mi?",
    loss: "{app}, {name} hizmetini artık sizin adınıza kullanamaz.",
    stays: "{name} ile giriş yapmaya devam edebilirsiniz. Giriş yaptığınızda yeniden bağlanır.",
    done: "Erişim iptal edildi.",
    revoked: "Erişim iptal edildi",
  },
  ended: "Bir oturum kapatıldı",
  endedOthers: "Diğer tüm oturumlar kapatıldı",
  downloaded: "Veriler indirildi",
  add: "Başka bir giriş yöntemi ekle",
  remove: "Kaldır",
  removeNamed: "Kaldır: {name}",
  removeEffect: "Bundan sonra bu yöntemle giriş yapamazsınız.",
  stays: "Şunlarla giriş yapmaya devam edebilirsiniz: {ways}.",
  othersEnd: "Diğer cihazlarınızdaki oturumlarınız kapatılır.",
  lastWay: "Bu sizin tek giriş yönteminiz. Kaldırmadan önce başka bir yöntem ekleyin.",
  onlyWay: "Yalnızca bir tane var. Onu kaybederseniz giriş yapamazsınız.",
  passkeys: "Geçiş anahtarları",
  passkey: "Geçiş anahtarı",
  securityKey: "Güvenlik anahtarı",
  synced: "Tüm cihazlarınızda",
  rename: "Yeniden adlandır: {name}",
  newName: "Ad",
  showAll: "Tümünü göster ({count})",
  save: "Kaydet",
  addPasskey: "Geçiş anahtarı ekle",
  passkeyAdvice: "Geçiş anahtarıyla parmak iziniz, yüzünüz veya PIN kodunuzla giriş yaparsınız.",
  needsScript: "Geçiş anahtarı eklemek için JavaScript gerekir.",
  sessions: "Açık oturumlarınız",
  thisSession: "Bu tarayıcı",
  unknownDevice: "Bilinmeyen cihaz",
  endSession: "Oturumu kapat",
  endSessionNamed: "Oturumu kapat: {name}",
  endOthers: "Diğer tüm oturumları kapat",
  tokenSessions:
    "Bu site oturumunuzu yalnızca tarayıcınızda saklar; bu yüzden diğer tarayıcılar burada listelenemez ve " +
    "oturumları kapatılamaz.",
  done: {
    removed: "Kaldırıldı. Artık bu yöntemle giriş yapılamaz.",
    added: "Eklendi. Artık bununla giriş yapabilirsiniz.",
    renamed: "Ad kaydedildi.",
    "signed-out": "O tarayıcıda oturum kapatıldı.",
    "signed-out-others": "Diğer tüm oturumlarınız kapatıldı.",
  },
  errors: {
    LastWay: { what: "Bu sizin tek giriş yönteminiz.", now: "Kaldırmadan önce başka bir yöntem ekleyin." },
    NotFound: { what: "Bu artık yok.", now: "Aşağıdaki liste günceldir." },
    NotRemovable: { what: "Bu buradan kaldırılamaz.", now: "Bu sitenin yöneticilerine sorun." },
    NotAvailable: { what: "Bu sitede bu mümkün değil.", now: "Bu sitenin yöneticilerine sorun." },
    unknown: { what: "İşlem tamamlanamadı.", now: "Lütfen yeniden deneyin." },
  },
};

/**
 * The messages of the pages for staff in Turkish.
 *
 * @module
 */

import { acting } from "../acting/tr.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Kullanıcılar",
  searchLabel: "Ad, adres veya kimlik",
  search: "Ara",
  none: "Kullanıcı bulunamadı.",
  unverified: "Doğrulanmadı",
  banned: "Engellendi",
  administrator: "Bu siteyi yönetiyor",
  you: "Bu sizsiniz",
  nameless: "Adsız",
  first: "İlk sayfa",
  next: "Sonraki sayfa",
  export: "CSV olarak dışa aktar",
  create: "Kullanıcı oluştur",
  createText: "Bu kişiye e-posta gönderilmez.",
  back: "Tüm kullanıcılar",
  id: "Kullanıcı kimliği",
  bannedAt: "Engellenme: {date}",
  bannedBy: "Engelleyen: {name}",
  bannedUntil: "Bitiş: {date}",
  forGood: "Süresiz",
  reason: "Neden",
  reasonText: "Ekibiniz için. Kullanıcının indirebileceği verilerde de bulunur.",
  end: "Süre",
  until: "Bir tarihe kadar",
  date: "Tarih",
  ban: "Kullanıcıyı engelle",
  banText: "Tüm oturumları kapatılır ve engel bitene kadar giriş yapamaz.",
  unban: "Engeli kaldır",
  sessions: "Açık oturumlar",
  noSessions: "Henüz yok.",
  hiddenSessions: "Bu site oturumları listeleyemiyor.",
  endAll: "Tüm oturumları kapat",
  secondFactor: "İki adımlı doğrulama",
  on: "Açık",
  off: "Kapalı",
  reset: "İki adımlı doğrulamayı sıfırla",
  resetText:
    "Kullanıcının tüm oturumları kapatılır, ikinci adım olmadan giriş yapabilir ve bununla ilgili bir e-posta alır.",
  sendReset: "Yeni parola için bağlantı gönder",
  remove: "Kullanıcıyı kaldır",
  removeHeading: "{name} kaldırılsın mı?",
  removeText:
    "Bu kullanıcı hakkında saklanan her şey silinir: giriş yolları, oturumlar ve diğer tüm veriler.",
  removeFinal: "Geri alınamaz ve kullanıcıya bununla ilgili e-posta gönderilmez.",
  log: {
    heading: "Ekibin yaptıkları",
    none: "Henüz bir şey yok.",
    changed: "Bilgiler değiştirildi",
    by: "Yapan: {name}",
    byProgram: "Yapan: bir program",
    failed: "Yapılmadı",
    unfinished: "Yapılmış olabilir",
  },
  done: {
    createUser: "Kullanıcı oluşturuldu.",
    banUser: "Kullanıcı engellendi ve tüm oturumları kapatıldı.",
    unbanUser: "Engel kaldırıldı.",
    endSessions: "Kullanıcının tüm oturumları kapatıldı.",
    removeUser: "Kullanıcı kaldırıldı.",
    resetSecondFactor: "İki adımlı doğrulama sıfırlandı.",
    sendPasswordReset: "E-posta gönderildi.",
  },
  errors: {
    AccessDenied: { what: "Bu kullanıcıyla bunu yapamazsınız.", now: "Bu sitenin yöneticilerine sorun." },
    AlreadyBanned: { what: "Bu kullanıcı zaten engellenmiş.", now: "Bir başkası daha hızlı davrandı." },
    NotBanned: { what: "Bu kullanıcı artık engelli değil.", now: "Bir başkası daha hızlı davrandı." },
    InvalidBan: { what: "Engel o tarihte bitemez.", now: "Gelecekte bir tarih seçin." },
    AddressTaken: { what: "Bu adres başka bir kullanıcıya ait.", now: "Onu listede arayın." },
    NotSent: { what: "E-posta gönderilmedi.", now: "Bu kullanıcı adresiyle parola belirleyemez." },
    RateLimited: { what: "Bu adrese çok fazla e-posta gönderildi.", now: "Biraz bekleyip yeniden deneyin." },
    UserChanged: { what: "Artık başka birinin hesabındasınız.", now: "Hiçbir şey değiştirilmedi." },
  },
};

/**
 * The messages about administrators who act as users in Turkish.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Başka bir kullanıcı olarak işlem yapıyorsunuz",
  text: "{app}, {name} adlı kullanıcının gördüklerini gösteriyor.",
  closed: "Giriş yöntemlerini, cihazları ve hesabı yalnızca {name} değiştirebilir.",
  left: "Kalan süre: {time}.",
  refused: "Hiçbir şey değiştirilmedi. Kendi hesabınızdan yeniden deneyin.",
  stop: "Sonlandır",
  overHeading: "Artık başka bir kullanıcı olarak işlem yapmıyorsunuz",
  overText: "{name} olarak devam ediyorsunuz.",
  goOn: "Devam et",
  act: "Bu kullanıcı olarak işlem yap",
  actText: "{app} sitesini {time} boyunca bu kullanıcı gibi görürsünüz.",
  past: "{app} destek ekibi hesabı kullandı",
};

/**
 * The messages about the deletion of an account in Turkish.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Hesabı sil",
  text: "{app} hesabınızı içindeki her şeyle birlikte siler. Fikrinizi değiştirmek için {time} süreniz var.",
  textAtOnce: "{app} hesabınızı içindeki her şeyle birlikte hemen siler.",
  button: "Hesabı sil",
  question: "Hesabınız silinsin mi?",
  loss: "{app} hesabınızı kaybedersiniz: profilinizi, giriş yöntemlerinizi ve orada sakladıklarınızı.",
  stays:
    "Şimdi her yerde oturumunuz kapatılır. Fikrinizi değiştirmek için {time} süreniz var: giriş yapın ya da e-postamızdaki bağlantıyı açın.",
  nothingStays: "Bu işlem hemen yapılır ve geri alınamaz.",
  confirm: "Onaylamak için {value} yazın",
  keep: "Hesabımı koru",
  kept: "Hesabınızı korudunuz.",
  notConfirmed: {
    what: "Hiçbir şey silinmedi: başka bir şey yazdınız.",
    now: "Tam gösterildiği gibi yazın.",
  },
  tooLate: {
    what: "Hesabı korumak için artık çok geç.",
    now: "Hesap siliniyor.",
  },
  pendingHeading: "Hesabınız silinecek",
  pending: "Silinme tarihi: {date}.",
  pendingText: "{app} hesabınız {date} tarihinde silinecek. O zamana kadar onu koruyabilirsiniz.",
  keptHeading: "Hesabınızı korudunuz",
  keptText: "Hiçbir şey silinmedi. Devam etmek için giriş yapın.",
  deletedHeading: "Hesabınız silindi",
  deletedText: "{app} hesabınız ve içindeki her şey artık yok.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "{app} hesabınız silinecek",
    intro: "{app} hesabınız {date} tarihinde silinecek. İstek: {details}.",
    openLink: "Korumak için o tarihten önce bu bağlantıyı açın:",
    button: "Hesabımı koru",
    ignore:
      "Bunu siz istediyseniz bu e-postayı yok sayın. İstemediyseniz bağlantıyı açın, sonra nerelerde oturumunuzun açık olduğuna bakın.",
  },
  deletionUndone: {
    subject: "{app} hesabınızı korudunuz",
    intro: "{app} hesabınız silinmeyecek: {details}.",
    openLink: "Hesabınızı görmek için bu bağlantıyı açın:",
    button: "Hesabımı gözden geçir",
    ignore: "Bu sizseniz bu e-postayı yok sayın. Değilseniz diğer her yerde hemen oturumu kapatın.",
  },
  accountDeleted: {
    subject: "{app} hesabınız silindi",
    intro: "{app} hesabınız silindi: {details}.",
    openLink: "Siteye gitmek için bu bağlantıyı açın:",
    button: "Siteyi aç",
    ignore: "Bunu istemediyseniz {app} ile iletişime geçin. Bu hesapla ilgili son e-posta budur.",
  },
};

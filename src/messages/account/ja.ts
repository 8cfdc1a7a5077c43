/**
 * The messages of the account page in Japanese.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "アカウント",
  signOut: "ログアウト",
  security: "セキュリティ",
  devices: "デバイス",
  data: "あなたのデータ",
  dataCopy: "データのコピー",
  dataText:
    "このサイトに保存されているあなたの情報を、プログラムで読める形式（JSON）のファイルにまとめたものです。",
  download: "データをダウンロード",
  notMine: "心当たりのないものがありますか？",
  secure: "アカウントを保護する",
  secureText:
    "心当たりのないものがある場合は、他のすべての場所でログアウトし、パスワードを変更して、見覚えのないログイン方法を削除してください。",
  recommended: "おすすめ",
  notNow: "後で",
  ways: "ログイン方法",
  noWays: "まだありません。",
  notFresh: "削除する前に、もう一度ログインする必要があります。",
  added: "追加日：{date}",
  verified: "確認日：{date}",
  used: "最終使用：{date}",
  signedIn: "ログイン：{date}",
  connections: {
    heading: "連携サービス",
    text: "{app} は、これらのサービスであなたに代わってデータの読み取りや変更ができます。",
    connected: "連携：{date}",
    revoke: "アクセス権を取り消す",
    question: "{name} へのアクセス権を取り消しますか？",
    loss: "{app} はあなたに代わって {name} を利用できなくなります。",
    stays: "{name} でのログインは引き続きできます。ログインすると再び連携されます。",
    done: "アクセス権を取り消しました。",
    revoked: "アクセス権の取り消し",
  },
  ended: "デバイスからログアウト",
  endedOthers: "ほかのすべてのデバイスからログアウト",
  downloaded: "データをダウンロード",
  add: "別のログイン方法を追加",
  remove: "削除",
  removeNamed: "{name} を削除",
  removeEffect: "削除すると、この方法でログインできなくなります。",
  stays: "引き続き次の方法でログインできます：{ways}。",
  othersEnd: "他のデバイスではログアウトされます。",
  lastWay: "これは唯一のログイン方法です。削除する前に、別のログイン方法を追加してください。",
  onlyWay: "現在は 1 つだけです。使えなくなると、ログインできません。",
  passkeys: "パスキー",
  passkey: "パスキー",
  securityKey: "セキュリティキー",
  synced: "すべてのデバイスで利用可能",
  rename: "{name} の名前を変更",
  newName: "名前",
  showAll: "{count} 件すべて表示",
  save: "保存",
  addPasskey: "パスキーを追加",
  passkeyAdvice: "パスキーを使うと、指紋、顔、PIN のいずれかでログインできます。",
  needsScript: "パスキーの追加には JavaScript が必要です。",
  sessions: "ログイン中のデバイス",
  thisSession: "このブラウザー",
  unknownDevice: "不明なデバイス",
  endSession: "ログアウト",
  endSessionNamed: "{name} からログアウト",
  endOthers: "ほかのすべてのデバイスからログアウト",
  tokenSessions:
    "このサイトはセッションをお使いのブラウザーだけに保存しているため、ほかのブラウザーをここで表示したり、ログアウトしたりできません。",
  done: {
    removed: "削除しました。今後はこの方法でログインできません。",
    added: "追加されました。今後はこれでログインできます。",
    renamed: "名前を保存しました。",
    "signed-out": "そのブラウザーからログアウトしました。",
    "signed-out-others": "ほかのすべてのデバイスからログアウトしました。",
  },
  errors: {
    LastWay: {
      what: "これは唯一のログイン方法です。",
      now: "削除する前に、別のログイン方法を追加してください。",
    },
    NotFound: { what: "対象はすでに存在しません。", now: "下の一覧は最新の状態です。" },
    NotRemovable: { what: "ここでは削除できません。", now: "サイトの管理者にお問い合わせください。" },
    NotAvailable: {
      what: "このサイトではこの操作を行えません。",
      now: "サイトの管理者にお問い合わせください。",
    },
    unknown: { what: "うまくいきませんでした。", now: "もう一度お試しください。" },
  },
};

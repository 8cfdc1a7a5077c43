/**
 * The messages about administrators who act as users in Japanese.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "別のユーザーとして操作しています",
  text: "{app} には {name} さんに見える内容が表示されます。",
  closed: "ログイン方法、デバイス、アカウントを変更できるのは {name} さんだけです。",
  left: "残り時間：{time}。",
  refused: "何も変更されていません。ご自身のアカウントからもう一度お試しください。",
  stop: "操作を終了",
  overHeading: "別のユーザーとしての操作は終了しました",
  overText: "{name} さんとして続行します。",
  goOn: "続行",
  act: "このユーザーとして操作",
  actText: "{time}間、このユーザーに見える {app} が表示されます。",
  past: "{app} のサポートがアカウントを使用しました",
};

/**
 * The messages about the profile in Chinese.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "个人资料",
  about: "关于您",
  name: "姓名",
  optional: "选填",
  followed: "您的姓名和头像来自您登录时使用的服务。请在那里修改，然后重新登录。",
  saved: "个人资料已保存。",
  language: "语言",
  ofBrowser: "与浏览器相同",
  changed: "已更改个人资料",
  picture: "头像",
  pictureLabel: "选择图片",
  pictureRule: "不超过 {size} 的 PNG、JPEG、WebP 或 GIF。",
  errors: {
    required: "请填写此项。",
    tick: "请勾选此项。",
    tooLong: "请最多使用 {count} 个字符。",
    url: "请输入以 https 开头的网址。",
    date: "请输入日期。",
    choice: "请从列表中选择。",
  },
};

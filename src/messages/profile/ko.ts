/**
 * The messages about the profile in Korean.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "프로필",
  about: "내 정보",
  name: "이름",
  optional: "선택 사항",
  followed: "이름과 사진은 로그인에 쓰는 서비스에서 가져옵니다. 그곳에서 바꾼 후 다시 로그인하세요.",
  saved: "프로필을 저장했습니다.",
  language: "언어",
  ofBrowser: "브라우저와 동일",
  changed: "프로필 변경",
  picture: "사진",
  pictureLabel: "이미지 선택",
  pictureRule: "{size} 이하의 PNG, JPEG, WebP 또는 GIF 파일.",
  errors: {
    required: "이 항목을 입력하세요.",
    tick: "이 항목을 선택하세요.",
    tooLong: "{count}자 이하로 입력하세요.",
    url: "https로 시작하는 웹 주소를 입력하세요.",
    date: "날짜를 입력하세요.",
    choice: "목록에서 선택하세요.",
  },
};

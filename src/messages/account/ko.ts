/**
 * The messages of the account page in Korean.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "내 계정",
  signOut: "로그아웃",
  security: "보안",
  devices: "기기",
  data: "내 데이터",
  dataCopy: "내 데이터 사본",
  dataText: "이 사이트에 저장된 내 정보를 프로그램이 읽을 수 있는 형식(JSON)으로 담은 파일입니다.",
  download: "내 데이터 다운로드",
  notMine: "모르는 항목이 있나요?",
  secure: "계정 보호",
  secureText:
    "본인 것이 아닌 항목이 있으면 다른 모든 곳에서 로그아웃하고, 비밀번호를 바꾸고, 모르는 로그인 방법을 삭제하세요.",
  recommended: "추천",
  notNow: "나중에",
  ways: "로그인 방법",
  noWays: "아직 없습니다.",
  notFresh: "삭제하기 전에 다시 로그인해야 합니다.",
  added: "추가한 날짜: {date}",
  verified: "인증한 날짜: {date}",
  used: "마지막 사용: {date}",
  signedIn: "로그인: {date}",
  ended: "기기에서 로그아웃",
  endedOthers: "다른 모든 기기에서 로그아웃",
  downloaded: "데이터 다운로드",
  add: "다른 로그인 방법 추가",
  remove: "삭제",
  removeNamed: "{name} 삭제",
  removeEffect: "삭제하면 더 이상 이 방법으로 로그인할 수 없습니다.",
  stays: "다음 방법으로는 계속 로그인할 수 있습니다: {ways}.",
  othersEnd: "다른 기기에서는 로그아웃됩니다.",
  lastWay: "유일한 로그인 방법입니다. 삭제하기 전에 다른 방법을 추가하세요.",
  onlyWay: "현재 하나뿐입니다. 잃어버리면 로그인할 수 없습니다.",
  passkeys: "패스키",
  passkey: "패스키",
  securityKey: "보안 키",
  synced: "내 모든 기기에서 사용 가능",
  rename: "{name} 이름 변경",
  newName: "이름",
  showAll: "{count}개 모두 보기",
  save: "저장",
  addPasskey: "패스키 추가",
  passkeyAdvice: "패스키를 사용하면 지문, 얼굴 또는 PIN으로 로그인할 수 있습니다.",
  needsScript: "패스키를 추가하려면 JavaScript가 필요합니다.",
  sessions: "로그인된 기기",
  thisSession: "이 브라우저",
  unknownDevice: "알 수 없는 기기",
  endSession: "로그아웃",
  endSessionNamed: "{name} 로그아웃",
  endOthers: "다른 모든 기기에서 로그아웃",
  tokenSessions:
    "이 사이트는 세션을 사용 중인 브라우저에만 저장하므로 여기서 다른 브라우저를 보거나 로그아웃할 수 없습니다.",
  done: {
    removed: "삭제했습니다. 이제 이 방법으로 로그인할 수 없습니다.",
    added: "추가되었습니다. 이제 이것으로 로그인할 수 있습니다.",
    renamed: "이름을 저장했습니다.",
    "signed-out": "해당 브라우저에서 로그아웃했습니다.",
    "signed-out-others": "다른 모든 기기에서 로그아웃했습니다.",
  },
  errors: {
    LastWay: { what: "유일한 로그인 방법입니다.", now: "삭제하기 전에 다른 방법을 추가하세요." },
    NotFound: { what: "더 이상 존재하지 않는 항목입니다.", now: "아래 목록은 최신 상태입니다." },
    NotRemovable: { what: "여기서는 삭제할 수 없습니다.", now: "사이트 운영자에게 문의하세요." },
    NotAvailable: {
      what: "이 사이트에서는 이 작업을 할 수 없습니다.",
      now: "사이트 운영자에게 문의하세요.",
    },
    unknown: { what: "작업을 완료하지 못했습니다.", now: "다시 시도하세요." },
  },
};

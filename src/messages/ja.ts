/**
 * The messages in Japanese.
 *
 * @module
 */

import { account } from "./account/ja.ts";
import { activity } from "./activity/ja.ts";
import { deletion, deletionMails } from "./deletion/ja.ts";
import { emailChange, emailChangeMails } from "./email_change/ja.ts";
import { password, passwordMails, securityMails } from "./passwords/ja.ts";
import { signUp } from "./sign_up/ja.ts";
import { userNames } from "./user_names/ja.ts";
import { administration } from "./administration/ja.ts";
import { profile } from "./profile/ja.ts";
import type { Messages } from "./types.ts";

const AGAIN = "もう一度お試しいただくか、別の方法でログインしてください。";
const BEFORE =
  "ご本人の場合は、以前と同じ方法でログインしてください。そうでない場合は、お問い合わせください。";
const UNVERIFIED = "このアドレスのアカウントはありますが、アドレスがまだ確認されていません。";

/** The messages. */
export const ja: Messages = {
  general: {
    back: "{app} に戻る",
    unknownError: { what: "ログインできませんでした。", now: "もう一度お試しください。" },
    errorTitle: "エラー：{title}",
    wait: "お待ちください。",
    waitTime: "待ち時間：{time}",
    triesLeft: "あと {count} 回お試しいただけます。",
    justNow: "たった今",
    email: "メール",
    passkey: "パスキー",
    device: "{system} の {browser}",
    terms: "利用規約",
    privacy: "プライバシー",
    support: "ヘルプ",
    otherWay: "別の方法でログイン",
    keptForm: {
      heading: "送信の確認",
      text: "フォームはまだ送信されていません。",
      button: "送信",
      page: "ページ",
      filledIn: "入力",
      files: "ファイルは保存されていません。もう一度選択してください。",
      discard: "破棄",
    },
  },
  signIn: {
    heading: "ログイン",
    headingNamed: "{app} にログイン",
    purpose: "{app} に進むにはログインしてください",
    headingToAdd: "ログイン方法の追加",
    purposeToAdd: "{app} のアカウントに追加します",
    current: "{person} としてログインしています。",
    currentNameless: "ログインしています。",
    another: "別のアカウントでログインすることもできます。",
    adding: "ここで選んだ方法で、このアカウントにログインできるようになります。",
    button: "{provider} で続ける",
    signUp: "{provider} で登録",
    address: "メールアドレス",
    addressExample: "you@example.com",
    password: "パスワード",
    continue: "続ける",
    submit: "ログイン",
    forgotPassword: "パスワードをお忘れですか？",
    showPassword: "パスワードを表示",
    sendMail: "ログイン用リンクをメールで送る",
    sendMailWith: "{provider} でログイン用リンクを送る",
    usePasskey: "パスキーでログイン",
    createPasskey: "パスキーで登録",
    addPasskey: "パスキーを追加",
    passkeyNeedsScript: "パスキーには JavaScript が必要です。",
    lastUsed: "前回使用した方法",
    more: "その他のログイン方法",
    newHere: "初めてご利用ですか？",
    register: "アカウントを作成",
    or: "または",
    nothingToAdd: "追加できるものはほかにありません。",
    noProvider: {
      what: "ログイン方法がまだありません。",
      now: "このサイトの管理者の方は、設定にプロバイダーを追加してください。",
    },
  },
  signInErrors: {
    AccountNotLinked: {
      what: "このパスキーまたはそのアドレスは、別のユーザーのものです。",
      now: BEFORE,
    },
    CredentialsSignin: {
      what: "入力内容が正しくありません。",
      now: "内容を確認して、もう一度お試しください。",
    },
    EmailSignInError: {
      what: "メールを送信できませんでした。",
      now: "しばらくしてからもう一度お試しください。",
    },
    InvalidCheck: {
      what: "ログインに時間がかかりすぎたか、別のブラウザーで開始されました。",
      now: "ここからやり直してください。繰り返し起こる場合は、Cookie を許可してください。",
    },
    InvalidEmail: {
      what: "有効なメールアドレスを入力してください。",
      now: "確認して、もう一度お試しください。",
    },
    InvalidProvider: {
      what: "そのログイン方法は利用できません。",
      now: "以下から選んでください。",
    },
    MissingCSRF: {
      what: "ページを長時間開いていたか、Cookie がブロックされています。",
      now: "Cookie を許可して、もう一度お試しください。",
    },
    OAuthAccountNotLinked: {
      what: "このアカウントまたはそのアドレスは、別のユーザーのものです。",
      now: BEFORE,
    },
    OAuthCallbackError: { what: "ログインがキャンセルまたは拒否されました。", now: AGAIN },
    OAuthProfileParseError: {
      what: "選択したサービスから、アカウントの情報を十分に取得できませんでした。",
      now: AGAIN,
    },
    OtherAccount: { what: "選択したアカウントは、接続されているアカウントではありません。", now: AGAIN },
    ProviderResponseError: { what: "選択したサービスの応答を信頼できません。", now: AGAIN },
    ProviderUnavailable: { what: "選択したサービスが応答しません。", now: AGAIN },
    RateLimited: {
      what: "試行回数が多すぎます。",
      now: "しばらく待ってからもう一度お試しいただくか、別の方法でログインしてください。",
    },
    ReconnectRequired: {
      what: "そのサービスとの接続が終了しました。",
      now: "もう一度そのサービスでログインしてください。",
    },
    ReconnectRequiredWithName: {
      what: "{provider} との接続が終了しました。",
      now: "もう一度 {provider} でログインしてください。",
    },
    ServerBusy: { what: "サーバーが大変混み合っています。", now: "数秒待ってから、もう一度お試しください。" },
    SessionNotFresh: {
      what: "ご本人であることを確認させてください。",
      now: "続けるには、もう一度ログインしてください。",
    },
    SessionRequired: {
      what: "このページを見るにはログインが必要です。",
      now: "ログイン方法を選んでください。",
    },
    TooManyWrongCodes: { what: "誤ったコードが何度も入力されました。", now: "ここからやり直してください。" },
    UserChanged: { what: "ログイン中にアカウントが変更されました。", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "以前と同じ方法でログインしてから、ここでもう一度メールを受け取り、アドレスを確認してください。このアカウントを作成した覚えがない場合は、お問い合わせください。",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "{ways} でログインしてから、ここでもう一度メールを受け取り、アドレスを確認してください。このアカウントを作成した覚えがない場合は、お問い合わせください。",
    },
    WebAuthnVerificationError: { what: "パスキーを確認できませんでした。", now: AGAIN },
  },
  challenge: {
    needsScript: "このフォームには JavaScript が必要です。",
    errors: {
      ChallengeFailed: {
        what: "人による操作であることを確認できませんでした。",
        now: "もう一度お試しください。",
      },
    },
  },
  signOut: {
    headingSignedOut: "ログアウトしました",
    textSignedOut: "このブラウザーでは、だれも {app} にログインしていません。",
    signIn: "ログイン",
    heading: "ログアウトしますか？",
    text: "このブラウザーでの {app} のセッションを終了します。",
    button: "ログアウト",
    stay: "ログインしたままにする",
  },
  verifyRequest: {
    heading: "メールをご確認ください",
    sentLinkAndCode:
      "{email} にリンクと確認コードをお送りしました。リンクを開くか、ここに確認コードを入力してください。",
    sentLink: "{email} にログイン用リンクをお送りしました。リンクを開いてログインしてください。",
    again: "もう一度送る",
    againLater: "あと {seconds} 秒で再送できます",
    sentAgain: "メールをもう一度お送りしました。最新のものが有効です。",
    tooEarly: "次のメールを送るまで {seconds} 秒お待ちください。",
    otherAddress: "別のアドレスを使う",
    link: "{app} のログイン用リンクをお送りしました。リンクを開いてログインしてください。",
    nothing: "数分たっても届かない場合は、迷惑メールフォルダーをご確認ください。",
    code: "確認コード",
    codeFormat: "8 桁の数字",
    button: "ログイン",
    InvalidCode: {
      what: "確認コードが正しくありません。",
      now: "最新のメールと見比べて、もう一度お試しください。",
    },
  },
  confirmation: {
    heading: "ご本人ですか？",
    question: "{email} として {app} にログインしますか？",
    button: "ログイン",
    note:
      "このリンクにお心当たりがない場合や、ご自身のアドレスでない場合は、ログインしないでください。リンクだけでログインされることはありません。",
    no: "いいえ、違います",
    headingSignedIn: "すでにログインしています",
  },
  link: {
    heading: "アカウントに追加しますか？",
    text: "{current} としてログイン中に、{provider} を使用しました。",
    textWithName: "{current} としてログイン中に、{provider} を {proven} として使用しました。",
    nameless: "名前のないユーザー",
    add: "{provider} を {current} のアカウントに追加",
    addNameless: "{provider} をこのアカウントに追加",
    switch: "{proven} として続ける",
    switchNameless: "別のユーザーとして続ける",
    note:
      "追加すると、今後は {account} で {current} のアカウントにログインできるようになります。どちらもご自身のものである場合だけ追加してください。",
    noteNameless:
      "追加すると、今後は {account} で現在のアカウントにログインできるようになります。どちらもご自身のものである場合だけ" +
      "追加してください。",
    cancel: "キャンセル",
  },
  takenOver: {
    heading: "アドレスを確認しました",
    text: "このアドレスのアカウントはすでにありましたが、現在はご本人だけが利用できます。",
    done: "実施した内容",
    removed: "削除済み",
    signedOut: "ほかのすべてのブラウザーからログアウトしました",
    advice: "ご自身のものがあった場合は、設定し直すことができます。",
    again: "設定し直す",
    button: "続ける",
  },
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  error: {
    AccessDenied: {
      heading: "アクセスできません",
      text:
        "このアカウントではログインできません。別のアカウントを使うか、サイトの管理者にお問い合わせください。",
      button: "別のアカウントを使う",
    },
    Configuration: {
      heading: "ログインを利用できません",
      text: "このサイトは正しく設定されていません。管理者の方は、ログで変更すべき点をご確認ください。",
    },
    UserNotStored: {
      heading: "このサイトではこの操作を行えません",
      text: "サイトの管理者にお問い合わせください。",
    },
    ServerError: {
      heading: "エラーが発生しました",
      text: "こちら側の問題です。しばらくしてからもう一度お試しください。",
      button: "もう一度試す",
    },
    Verification: {
      heading: "このリンクは無効です",
      text:
        "メールのリンクと確認コードは、一度だけ、短い時間だけ使えます。確認コードを何度も間違えた場合も使えなくなります。新しいものを受け取るには、" +
        "もう一度ログインしてください。",
      button: "もう一度ログイン",
    },
    unknown: {
      heading: "エラーが発生しました",
      text: "ログインしていません。もう一度お試しください。",
      button: "ログイン",
    },
  },
  passkey: {
    Configuration:
      "このサイトではパスキーが正しく設定されていません。管理者の方は、ログで変更すべき点をご確認ください。",
    InvalidEmail: "有効なメールアドレス（例：you@example.com）を入力してください。",
    InvalidStateError: "このデバイスにはすでにパスキーがあります。それでログインしてください。",
    NotAllowedError:
      "パスキーは使われませんでした。キャンセルされたか、時間がかかりすぎました。もう一度お試しください。",
    NotSupportedError: "このデバイスでは、このサイトのパスキーを作成できません。",
    SecurityError: "このサイトは、このアドレスではパスキーを使用できません。",
    "Invalid request": "先にログインしてください。登録するには、フォームに入力してください。",
    Unsupported:
      "このブラウザーはパスキーに対応していません。別のブラウザーか、別のログイン方法をお使いください。",
    unknown: "うまくいきませんでした。しばらくしてからもう一度お試しください。",
  },
  passkeyOffer: {
    heading: "次回からすばやくログイン",
    text:
      "パスキーを使うと、指紋、顔、PIN のいずれかでログインできます。パスワードを覚えたり、メールを待ったりする必要はありません。",
    button: "パスキーを作成",
    skip: "後で",
  },
  mail: {
    subject: "{app} へのログイン",
    preheader: "ログイン用のリンクと確認コードをお送りします。",
    openLink: "次のリンクを開いてください：",
    button: "ログイン",
    typeCode: "または、確認コードの入力を求めるページで、次の確認コードを入力してください：",
    lifetime: "どちらも一度だけ使えます。有効期間：{lifetime}。",
    asked: "リクエスト情報：{details}",
    copyLink: "ボタンが動作しない場合は、次の URL をブラウザーにコピーしてください：",
    warning: "リンクと確認コードは、{app} の関係者を名乗る人を含め、だれにも教えないでください。",
    warningLink: "リンクは、{app} の関係者を名乗る人を含め、だれにも教えないでください。",
    warningCode: "確認コードは、{app} の関係者を名乗る人を含め、だれにも教えないでください。",
    ignore:
      "このメールにお心当たりがない場合は、無視してください。このメールがなければ、だれもログインできません。",
    reason: "このメールは、{app} でこのアドレスが使用されたため、お送りしています。",
    accountReason: "このメールは、{app} のアカウントのセキュリティに関するお知らせです。",
  },
  password,
  passwordMails,
  securityMails,
};

/**
 * The messages about the second factor in Japanese.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "ご本人であることの確認",
    askText: "あと 1 ステップで {app} にログインできます。",
    stepUpHeading: "ご本人であることの再確認",
    stepUpText: "{app} にログインしています。この操作には 2 段階認証のコードも必要です。",
    code: "認証アプリのコード",
    codeFormat: "6 桁の数字",
    confirm: "確認する",
    remember: "このデバイスでは {time}間、確認しない",
    usePasskey: "パスキーまたはセキュリティキーを使う",
    useRecoveryCode: "リカバリーコードを使う",
    recoveryCode: "リカバリーコード",
    recoveryNote: "オンにしたときに 10 個を保管しています。どれも一度だけ使えます。",
    lost: "どれもお持ちでない場合は、サイトの管理者にお問い合わせください。",
    never: "これをオンにしたことはない",
    neverEffect: "新しいアカウントが作成され、もう一方のアカウントはこのアドレスを失います。",
    neverNow: "新しいアカウントで続ける",
    setupHeading: "2 段階認証をオンにする",
    setupText:
      "これ以降、ログインには 2 段階目として、スマートフォンのアプリに表示されるコードが必要になります。",
    requiredText: "{app} では 2 段階認証が必須です。スマートフォンのアプリに表示されるコードを使います。",
    getApp: "認証アプリをインストールするか、パスワードマネージャーを使用してください。",
    scan: "この QR コードをアプリで読み取ってください。",
    qrLabel: "アプリ用のキーが入った QR コード",
    orKey: "または、このキーをアプリに入力してください：",
    typeKey: "このキーを認証アプリまたはパスワードマネージャーに入力してください：",
    addAccount: "アカウントをアプリに追加してください。",
    openApp: "認証アプリで開く",
    otherDevice: "アプリが別のデバイスにある場合",
    firstCode: "アプリに表示されるコードを入力してください。",
    turnOn: "オンにする",
    passkeysText: "または、お持ちのパスキーやセキュリティキーを 2 段階認証に使うこともできます。",
    usePasskeys: "登録済みのパスキーを使う",
    mailHeading: "先にアドレスを確認してください",
    mailText: "{email} に確認コードをお送りしました。ここに入力してから、2 段階認証を設定してください。",
    mailCode: "メールの確認コード",
    codesHeading: "リカバリーコードを保管してください",
    codesText:
      "スマートフォンをなくした場合、これらのコードはそれぞれ一度だけ代わりに使えます。印刷するか、スマートフォンがなくても取り出せる場所に保管してください。表示されるのは今だけです。",
    replaced: "以前のコードは使えなくなりました。",
    codesOf: "{account}、{app}、{date}",
    stored: "保管しました",
    copy: "コピー",
    copied: "コピーしました",
    download: "ダウンロード",
    print: "印刷",
    heading: "2 段階認証",
    offText: "オフになっています。2 段階目があれば、1 段階目だけではだれもログインできません。",
    requiredNote: "{app} では 2 段階認証が必須のため、オンのままになります。",
    app: "認証アプリ",
    changeApp: "別のアプリを使う",
    changeAppText:
      "新しいアプリがこれまでのアプリに置き換わります。リカバリーコードは引き続き使えます。すべてのデバイスで再び 2 段階目が必要になります。",
    addApp: "アプリを追加",
    since: "オンにした日：{date}",
    passkeysToo: "2 段階認証にも使えます",
    recoveryCodes: "リカバリーコード",
    codesLeft: "残り：{count}",
    fewLeft: "リカバリーコードが残りわずかです。必要になる前に新しいコードを作成してください。",
    lostApp: "スマートフォンをなくしましたか？",
    newCodes: "新しいコードを作成",
    newCodesEffect: "以前のコードは使えなくなります。",
    turnOff: "オフにする",
    turnOffEffect: "パスワード、またはその代わりの方法だけでログインできるようになります。",
    turnOffNow: "2 段階認証をオフにする",
    devices: "信頼済みのデバイス",
    until: "期限：{date}",
    forget: "再び確認する",
    forgetNamed: "{name} で再び確認する",
    done: {
      "second-factor-on": "2 段階認証をオンにしました。",
      "recovery-codes-shown":
        "リカバリーコードはすでに表示済みで、表示されるのは一度だけです。保管していない場合は、新しいコードを作成してください。",
      "recovery-codes-replaced": "新しいリカバリーコードを作成しました。以前のコードは使えなくなりました。",
      "new-authenticator": "新しい認証アプリを設定しました。",
      "second-factor-off": "2 段階認証をオフにしました。",
      "device-forgotten": "そのデバイスでは、2 段階認証のコードをもう一度確認します。",
    },
    errors: {
      InvalidSecondFactor: {
        what: "コードが正しくないか、すでに使用されています。",
        now: "次のコードを待ち、アプリに表示されている間に入力してください。",
      },
      InvalidRecoveryCode: {
        what: "リカバリーコードが正しくないか、すでに使用されています。",
        now: "保管したものと見比べるか、別のコードを入力してください。",
      },
      InvalidCheck: {
        what: "時間がかかりすぎたか、別のブラウザーで開始されました。",
        now: "やり直してください。繰り返し起こる場合は、Cookie を許可してください。",
      },
      LastFactor: {
        what: "このパスキーは 2 段階認証に使われています。",
        now: "削除する前に、認証アプリを設定するか、2 段階認証をオフにしてください。",
      },
      SecondFactorRequired: {
        what: "このサイトでは 2 段階認証が必要です。",
        now: "オフにする必要がある場合は、サイトの管理者にお問い合わせください。",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "{app} の 2 段階認証がオンになりました",
      intro: "{app} のアカウントの 2 段階認証がオンになりました：{details}。",
      openLink: "お心当たりがない場合は、このリンクを開いてログイン中の場所を確認してください：",
      button: "心当たりがありません",
      ignore: "ご本人の場合は、このメールを無視してください。",
    },
    newAuthenticator: {
      subject: "{app} の新しい認証アプリ",
      intro: "{app} のアカウントのコードは、新しい認証アプリに表示されるようになりました：{details}。",
      openLink: "お心当たりがない場合は、このリンクを開いてログイン中の場所を確認してください：",
      button: "心当たりがありません",
      ignore:
        "ご本人の場合は、このメールを無視してください。お心当たりがない場合は、すぐにほかのすべての場所からログアウトしてください。",
    },
    secondFactorOff: {
      subject: "{app} の 2 段階認証がオフになりました",
      intro: "{app} のアカウントの 2 段階認証がオフになりました：{details}。",
      openLink: "お心当たりがない場合は、このリンクを開いて再びオンにしてください：",
      button: "心当たりがありません",
      ignore:
        "ご本人の場合は、このメールを無視してください。お心当たりがない場合は、すぐにほかのすべての場所からログアウトしてください。",
    },
    secondFactorReset: {
      subject: "{app} の 2 段階認証が管理者によりオフになりました",
      intro: "{app} の管理者が、お使いのアカウントの 2 段階認証をオフにしました：{details}。",
      openLink: "このリンクを開くと、再びオンにできます：",
      button: "アカウントを確認する",
      ignore:
        "ご自身で依頼された場合は、このメールを無視してください。お心当たりがない場合は、誰が依頼したのかをすぐに管理者にお問い合わせください。",
    },
    recoveryCodeUsed: {
      subject: "{app} でリカバリーコードが使用されました",
      intro: "リカバリーコードを使って{app} のアカウントにログインがありました：{details}。",
      openLink: "このリンクを開くと、ログイン中の場所の確認と、新しいコードの作成ができます：",
      button: "アカウントを確認する",
      ignore:
        "ご本人の場合は、このメールを無視してください。お心当たりがない場合は、すぐにほかのすべての場所からログアウトしてください。",
    },
    recoveryCodesReplaced: {
      subject: "{app} の新しいリカバリーコード",
      intro: "{app} のアカウントで新しいリカバリーコードが作成されました：{details}。",
      openLink: "このリンクを開くと、ログイン中の場所の確認と、新しいコードの作成ができます：",
      button: "心当たりがありません",
      ignore:
        "ご本人の場合は、このメールを無視してください。お心当たりがない場合は、すぐにほかのすべての場所からログアウトしてください。",
    },
    enrol: {
      subject: "{app} の確認コード",
      intro: "この確認コードで、{app} の 2 段階認証を設定します。",
      openLink: "確認コードの入力を求めるページを閉じた場合は、このリンクを開いてください：",
      button: "ページを開く",
      typeCode: "確認コードの入力を求めるページで、次の確認コードを入力してください：",
      lifetime: "一度だけ使えます。有効期間：{lifetime}。",
      ignore:
        "お心当たりがない場合は、誰かがパスワードを知っているか、お持ちのアカウントを使っています。この確認コードがなければ先へは進めません。そのパスワードを変更してください。",
    },
  },
};

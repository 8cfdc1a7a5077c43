/**
 * The pages of the second factor with the data of an example: for tests of their HTML, and of how they look.
 *
 * @module
 */

import { wholePage } from "../account_page/pages/_account.ts";
import type { AccountSecondFactor } from "../../src/shapes/second_factor.ts";
import { secondFactorPart } from "../../src/features/second_factor/pages/account_part.ts";
import { askPage } from "../../src/features/second_factor/pages/ask.ts";
import { codesPage, shownCodesPage } from "../../src/features/second_factor/pages/codes.ts";
import { directionOf } from "../../src/messages/direction.ts";
import { ENGLISH } from "../../src/messages/en.ts";
import { all } from "../../src/messages/languages.ts";
import { type SecondFactorLocale, withSecondFactorWords } from "../../src/features/second_factor/locale.ts";
import { layOut } from "../../src/pages/signin/forms.ts";
import { add, draw } from "../../src/pages/signin/passkey.ts";
import { passkeyScriptAt } from "../../src/pages/passkey_script.ts";
import { qrOf } from "../../src/features/second_factor/qr.ts";
import { setupPage } from "../../src/features/second_factor/pages/setup.ts";
import { otpauthUri } from "../../src/features/second_factor/totp.ts";
import type { Page, PasskeyForm } from "../../src/pages/types.ts";
import type { AskPage, KeyStep, MailStep, SetupPage } from "../../src/features/second_factor/pages/types.ts";

type ShownCodesPage = Parameters<typeof shownCodesPage>[0];

type CodesPage = Parameters<typeof codesPage>[0];

export const ORIGIN = "https://app.example.com";

/** English. */
export const english: SecondFactorLocale = await withSecondFactorWords(ENGLISH, {
  languages: undefined,
  messages: undefined,
});

/** A language of the library. */
export async function localeIn(language: string): Promise<SecondFactorLocale> {
  const { withIsolates } = await import("../../src/messages/overrides.ts");
  const { load } = all.find(({ tag }) => tag === language)!;
  const [direction, messages] = [directionOf(language), await load()];
  const locale = { language, direction, messages: direction === "rtl" ? withIsolates(messages) : messages };
  return await withSecondFactorWords(locale, { languages: all, messages: undefined });
}

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const base = { theme: { name: "Acme" }, origin: ORIGIN, locale: english };

const form = {
  ...base,
  action: `${ORIGIN}/auth/second-factor`,
  csrfToken: "token",
  callbackUrl: `${ORIGIN}/private`,
  locales: null,
  question: "waiting",
  lack: null,
  error: null,
};

/** A form of a provider of passkeys. */
export const passkey: PasskeyForm = {
  form: "passkey",
  id: "passkey",
  name: "Passkey",
  action: `${ORIGIN}/auth/callback/passkey`,
  fields: {},
  options: `${ORIGIN}/auth/webauthn-options/passkey`,
  autofill: true,
  script: await passkeyScriptAt(`${ORIGIN}/auth/passkey.js`),
  layOut,
  draw,
  add,
};

const uri = otpauthUri({ secret: SECRET, issuer: "Acme", account: "ada@example.com" });

/** What the user puts into an app. */
export const key: KeyStep = {
  name: "key",
  secret: SECRET,
  uri,
  qr: await qrOf(uri, {
    label: english.messages.secondFactor.qrLabel,
    logger: { error() {}, warn() {}, debug() {} },
  }),
  setup: "sealed",
  hasPasskeys: true,
};

/** A code that was mailed. */
export const mail: MailStep = {
  name: "mail",
  email: "ada@example.com",
  triesLeft: null,
  wait: 20,
  status: null,
};

/** The page that asks. */
export async function ask(own: Partial<AskPage> = {}): Promise<Page> {
  return await askPage({
    ...form,
    isStepUp: false,
    hasApp: true,
    hasRecoveryCodes: true,
    passkey,
    remember: 30 * 86_400,
    isRemembered: false,
    isDoubtful: false,
    failedField: null,
    triesLeft: null,
    signinUrl: `${ORIGIN}/auth/signin`,
    ...own,
  });
}

/** The page that turns it on. */
export async function setup(own: Partial<SetupPage> = {}): Promise<Page> {
  return await setupPage({
    ...form,
    action: `${ORIGIN}/auth/second-factor-setup`,
    step: key,
    isRequired: false,
    since: null,
    change: null,
    cancelUrl: `${ORIGIN}/auth/account`,
    ...own,
  });
}

const CODES = Array.from({ length: 10 }, (_, index) => `7K2M9${index}-4XWVB8-0HRT5N-C3JDPA`);
const NOW = Date.UTC(2026, 10, 23, 12);

/** The page with the codes. */
export async function codes(own: Partial<CodesPage> = {}): Promise<Page> {
  return await codesPage({
    ...base,
    codes: CODES,
    account: "ada@example.com",
    now: NOW,
    isRenewed: false,
    shownQuery: "?callbackUrl=%2Fauth%2Faccount&done=recovery-codes-shown",
    continueUrl: `${ORIGIN}/auth/account`,
    ...own,
  });
}

/** The page that says that codes were shown already. */
export async function shownCodes(own: Partial<ShownCodesPage> = {}): Promise<Page> {
  return await shownCodesPage({
    ...form,
    action: `${ORIGIN}/auth/second-factor-setup`,
    question: null,
    replaces: "aaaaaaaa.bbbbbbbb",
    ...own,
  });
}

/** A second factor that is on, with a device. */
export const factor: AccountSecondFactor = {
  isOn: true,
  enabledAt: new Date(NOW - 20 * 86_400_000).toISOString(),
  hasApp: true,
  hasPasskeys: true,
  recoveryCodesLeft: 8,
  recoveryCodesId: "aaaaaaaa.bbbbbbbb",
  devices: [{
    id: "device-1",
    device: { browser: "Firefox", system: "Windows" },
    createdAt: new Date(NOW - 86_400_000).toISOString(),
    expires: new Date(NOW + 29 * 86_400_000).toISOString(),
    isCurrent: true,
  }],
};

/** The account page. */
export async function account(
  own: Partial<AccountSecondFactor> = {},
  { locale = english, isRequired = false, done = null, error = null, tab = null }: {
    readonly locale?: SecondFactorLocale;
    readonly isRequired?: boolean;
    readonly done?: string | null;
    readonly error?: string | null;
    readonly tab?: string | null;
  } = {},
): Promise<Page> {
  const page = {
    ...form,
    locale,
    now: NOW,
    accountUrl: `${ORIGIN}/auth/account`,
    urlOf: (tab: string) => `${ORIGIN}/auth/account/${tab}`,
    action: `${ORIGIN}/auth/account`,
  };
  return await wholePage({
    ...page,
    data: {
      user: { name: "Ada", email: "ada@example.com", image: null },
      isFresh: true,
      mail: { name: "Email", email: "ada@example.com", verifiedAt: new Date(NOW).toISOString() },
      password: { isSet: true, setAt: null },
      accounts: [],
      passkeys: [],
      sessions: [],
      unavailable: {},
    },
    providers: [],
    signOutUrl: `${ORIGIN}/auth/signout`,
    addUrl: null,
    canAdd: false,
    needsFresh: false,
    rows: [],
    passkey: null,
    proofUrl: null,
    others: [
      secondFactorPart({ ...factor, ...own }, {
        ...page,
        action: `${ORIGIN}/auth/second-factor-setup`,
        setupUrl: `${ORIGIN}/auth/second-factor-setup?callbackUrl=/auth/account`,
        isRequired,
      }),
    ],
    tab,
    dismissed: [],
    done,
    changed: null,
    error,
  });
}

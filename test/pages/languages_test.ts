import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut } from "../../src/pages/signin/forms.ts";
import { add, draw } from "../../src/pages/signin/passkey.ts";
import { directionOf } from "../../src/messages/direction.ts";
import { all } from "../../src/messages/languages.ts";
import { passkey } from "../../src/messages/passkeys_en.ts";
import { withIsolates } from "../../src/messages/overrides.ts";
import type { Locale } from "../../src/messages/types.ts";
import { confirmationPage, signedInPage } from "../../src/pages/confirmation.ts";
import { errorPage } from "../../src/pages/error.ts";
import { keptFormPage } from "../../src/pages/kept_form.ts";
import { linkPage } from "../../src/pages/link.ts";
import { signInPage, toSignInTemplate } from "../../src/pages/signin.ts";
import { signOutPage } from "../../src/pages/signout.ts";
import { takenOverPage } from "../../src/pages/taken_over.ts";
import type { Page, PageForm } from "../../src/pages/types.ts";
import { verifyRequestPage } from "../../src/pages/verify.ts";
import { email, fields } from "./_signin.ts";
import { signInMail } from "../../src/providers/_mail.ts";
import { mailLocale } from "../../src/sign_in/mail/mail_locale.ts";

const ORIGIN = "https://app.example.com:8443";
const HOST = "app.example.com:8443";

const ADA = { name: "Ada", email: "ada@example.com" };

const PROVIDERS: readonly PageForm[] = [
  { form: "button", id: "github", name: "GitHub", action: "/a", style: {}, mark: null },
  email("mail"),
  fields("password", { email: { type: "email" }, key: { type: "password" } }),
  {
    form: "passkey",
    id: "passkey",
    name: "Passkey",
    action: "/d",
    fields: { email: { type: "email" } },
    options: "/o",
    autofill: true,
    script: { src: `${ORIGIN}/s`, integrity: "sha256-", english: passkey },
    layOut,
    draw,
    add,
  },
];

/** Several of each type, so that their buttons need names; and more than are shown at once. */
const MORE: readonly PageForm[] = PROVIDERS.flatMap((form) =>
  [1, 2, 3, 4, 5, 6].map((number): PageForm => ({
    ...form,
    id: `${form.id}-${number}`,
    name: `Other ${number}`,
  }))
);

const THEME = {
  name: "Acme",
  links: { terms: "/t", privacy: "/p", support: "/s", forgotPassword: "/f", signUp: "/u" },
};

const MAIL = { email: ADA.email, againAction: "/g", signinUrl: "/in", wait: 12, link: false };

const LOCALES = await Promise.all(
  all.map(async ({ tag: language, load }): Promise<Locale> => {
    const [direction, messages] = [directionOf(language), await load()];
    return { language, direction, messages: direction === "rtl" ? withIsolates(messages) : messages };
  }),
);

for (const locale of LOCALES) {
  const { language, direction, messages } = locale;
  // The Portuguese of the library is that of Brazil.
  const tag = language === "pt" ? "pt-BR" : language;

  test(`Each page in ${language} fills each placeholder, and says its language and direction`, async () => {
    for (const { html, language: named } of await pages(locale)) {
      assert.equal(named, language);
      assert.ok(html.startsWith(`<!DOCTYPE html>\n<html lang="${tag}" dir="${direction}">`));
      const visible = html.replace(/<style>.*?<\/style>/s, "").replace(/<script>.*?<\/script>/s, "");
      assert.doesNotMatch(visible, /\{[a-z]\w*\}|undefined|\bnull\b|\[object/, visible);
      assertIsolated(visible, direction);
      assertSpaced(visible, language);
    }
  });

  test(`The mail in ${language} has the link, the code and their lifetime, in both parts`, async () => {
    const [code, device] = ["01234567", { browser: "Firefox", system: "Linux" }];
    const facts = {
      purpose: "signIn",
      token: "abc",
      code,
      device,
      location: null,
      at: 0,
      words: undefined,
    } as const;
    const words = await mailLocale(locale, facts);
    for (const [maxAge, count] of [[60, "1"], [600, "10"], [3600, "1"], [172_800, "2"]] as const) {
      const url = `${ORIGIN}/auth/callback/mail?token=abc`;
      const mail = signInMail({
        url,
        code,
        host: HOST,
        maxAge,
        theme: {},
        locale: words,
      });
      assert.ok(mail.subject.includes(HOST));
      assert.ok(mail.html.includes(`<html lang="${tag}" dir="${direction}">`));
      // Groups of digits would change places in text from right to left.
      assert.ok(mail.text.includes(direction === "rtl" ? "\n01234567\n" : "\n0123 4567\n"), mail.text);
      assert.match(mail.html, /<p class="[^"]*" dir="ltr" [^>]*>0123 4567<\/p>/);
      const [before = "", after = ""] = messages.mail.lifetime.split(/\u2068?\{lifetime\}\u2069?/);
      const lifetime = mail.text.split("\n").find((line) => line.startsWith(before) && line.endsWith(after))!;
      const time = lifetime.slice(before.length, lifetime.length - after.length);
      assert.match(time, /\p{L}/u);
      // Arabic and Hebrew have words for one and two of a unit, without a number.
      if (direction === "ltr") assert.ok(time.includes(count), time);
      for (const part of [mail.subject, mail.text, mail.html.replace(/<style>.*?<\/style>/s, "")]) {
        assert.doesNotMatch(part, /\{[a-z]\w*\}|undefined|\bnull\b/);
        assertIsolated(part, direction);
        assertSpaced(part.replaceAll(/https?:[^\s"<]+|style="[^"]*"/g, ""), language);
      }
    }
  });
}

/**
 * In French, a line never ends before a mark, also where the code joins texts: `languages_test.ts` of the messages. Between sentences
 * of Japanese and Chinese is no blank.
 */
function assertSpaced(text: string, language: string): void {
  assert.doesNotMatch(text, /。 (?!<)/);
  if (language !== "fr") return;
  const shown = text.replaceAll(/<[^>]*>/g, "|").replaceAll(/&#\d+;/g, "");
  assert.doesNotMatch(shown, / [?!;:»]|« |[\p{L}\d|] ?(?<![\u00a0\u202f])[?!;:](?![/\d])/u);
}

/** Isolates are balanced, and only where text goes from right to left. */
function assertIsolated(text: string, direction: Locale["direction"]): void {
  let depth = 0;
  for (const character of text) {
    if (character === "\u2068") depth++;
    if (character === "\u2069") depth--;
    assert.ok(depth >= 0 && depth <= (direction === "rtl" ? 2 : 0), text);
  }
  assert.equal(depth, 0);
}

async function pages(locale: Locale): Promise<readonly Page[]> {
  const base = { locale, theme: {}, origin: ORIGIN };
  const form = { ...base, action: "/x", csrfToken: "t", callbackUrl: "/home", locales: locale.language };
  const errors = Object.keys(locale.messages.signInErrors);
  const template = await toSignInTemplate({ ...base, providers: PROVIDERS });
  const [adding, nothing] = await Promise.all(
    [PROVIDERS, []].map((providers) => toSignInTemplate({ ...base, providers, isAdding: true })),
  );
  const visit = {
    ...form,
    error: null,
    email: null,
    ways: [],
    current: null,
    link: false,
    failedForm: null,
    last: "mail",
  };
  const persons = [ADA, { email: ADA.email }, {}];
  return [
    signInPage(await toSignInTemplate({ ...base, providers: [] }), visit),
    signInPage(await toSignInTemplate({ ...base, theme: THEME, providers: [...PROVIDERS, ...MORE] }), visit),
    signInPage(template, visit),
    ...[...errors, "?"].map((error) => signInPage(template, { ...visit, error })),
    signInPage(template, { ...visit, error: "UserNotVerified", ways: ["GitHub", "Password", "Mail"] }),
    ...persons.flatMap((current) =>
      [template, adding!, nothing!].map((each) => signInPage(each, { ...visit, current }))
    ),
    ...await Promise.all(
      [null, ...persons].map((current) =>
        signOutPage({ ...form, signoutUrl: "/x", stayUrl: "/", signinUrl: "/in", current })
      ),
    ),
    await verifyRequestPage({ ...base, mail: null, error: null }),
    ...await Promise.all(
      [null, "InvalidCode", "?"].flatMap((error) =>
        ["sent", "early"].flatMap((again) =>
          ["/c", null].map((codeAction) =>
            verifyRequestPage({ ...base, mail: { ...form, ...MAIL, again, codeAction }, error, triesLeft: 4 })
          )
        )
      ),
    ),
    await confirmationPage({ ...form, email: ADA.email, token: "token" }),
    await signedInPage({ ...form, email: ADA.email }),
    ...await Promise.all(
      persons.flatMap((current) =>
        persons.map((proven) =>
          linkPage({ ...form, current, proven, provider: "GitHub", canSwitch: true, question: "q" })
        )
      ),
    ),
    await takenOverPage({ ...form, removed: [{ form: PROVIDERS[0]!, url: "/again" }] }),
    await keptFormPage({
      ...form,
      enctype: "multipart/form-data",
      isOwn: false,
      what: null,
      fields: [["a", "b"]],
      files: [],
      chosen: [{ name: "c", file: "d" }],
      from: "/e",
      at: 0,
      now: 120_000,
    }),
    ...await Promise.all(
      [...Object.keys(locale.messages.error), "?"].map((error) =>
        errorPage({ ...base, signinUrl: "/in", error })
      ),
    ),
  ];
}

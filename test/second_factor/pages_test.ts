import assert from "node:assert/strict";
import { test } from "node:test";
import { all } from "../../src/messages/languages.ts";
import {
  account,
  ask,
  codes,
  english,
  factor,
  key,
  localeIn,
  mail,
  ORIGIN,
  setup,
  shownCodes,
} from "./_pages.ts";

const { secondFactor: words, signInErrors, verifyRequest } = english.messages;

/** What a user sees, without the style sheet and scripts. */
function bodyOf({ html }: { readonly html: string }): string {
  return html.slice(html.indexOf("<body>")).replaceAll(/<script.*?<\/script>/gs, "").replaceAll("&#39;", "'");
}

test("askPage() asks for the code of the app, and offers the other methods that the user has", async () => {
  const all = bodyOf(await ask());
  assert.match(
    all,
    /<form class="form" method="post" action="https:\/\/app.example.com\/auth\/second-factor">/,
  );
  assert.match(
    all,
    /<input class="code" id="code" name="code"\nautocomplete="one-time-code" inputmode="numeric"/,
  );
  assert.match(all, /name="csrfToken" value="token"/);
  assert.match(all, /name="callbackUrl" value="https:\/\/app.example.com\/private"/);
  assert.match(
    all,
    // Above the code, which is sent with its last digit.
    /type="checkbox" name="remember" value="true"><label for="remember">Don't ask on this device for 30 days<.*name="code"/s,
  );
  assert.ok(all.includes(words.usePasskey) && all.includes(words.useRecoveryCode));
  assert.match(
    all,
    /<a class="link" href="https:\/\/app.example.com\/auth\/signin">Sign in another way<\/a>/,
  );
  const app = bodyOf(await ask({ passkey: null, hasRecoveryCodes: false, remember: null }));
  assert.doesNotMatch(app, /data-passkey|recoveryCode|remember/);
});

test("askPage() has a passkey that the script for passkeys can use", async () => {
  const page = await ask({ hasApp: false });
  const html = bodyOf(page);
  assert.match(
    html,
    /<form class="passkey" method="post" action="[^"]*\/auth\/second-factor" data-passkey="[^"?]*\/webauthn-options\/passkey" hidden>/,
  );
  // The script adds visible fields to the query of the options, and this one is `hidden`, but not of that type.
  assert.match(html, /<input name="question" value="waiting" hidden>/);
  assert.match(html, /<button class="button" name="action" value="authenticate">/);
  assert.match(html, /id="remember-passkey"/);
  assert.match(page.policy, /connect-src 'self'/);
  assert.ok(page.html.includes(`<script src="${ORIGIN}/auth/passkey.js?v=sha256-`));
  assert.doesNotMatch((await ask({ passkey: null })).policy, /connect-src/);
});

test("askPage() accepts the digits of other keyboards in its field, and no other text", async () => {
  const [, pattern] = /pattern="([^"]*)"/.exec(bodyOf(await ask()))!;
  const accepts = new RegExp(`^(?:${pattern})$`, "v");
  for (const code of ["123456", "123 456", " 123456 ", "١٢٣٤٥٦", "۱۲۳۴۵۶", "１２３４５６"]) {
    assert.match(code, accepts);
  }
  for (const code of ["12345", "1234567", "12345a", ""]) assert.doesNotMatch(code, accepts);
});

test("askPage() says what failed, at the field that it is about", async () => {
  const wrong = await ask({ error: "InvalidSecondFactor" });
  assert.match(wrong.html, /<title>Error: Verify that it&#39;s you/);
  assert.match(
    bodyOf(wrong),
    /name="code"[^>]* aria-invalid="true" aria-describedby="code-error" autofocus>/,
  );
  assert.ok(
    bodyOf(wrong).includes(`<p class="error" id="code-error">${words.errors.InvalidSecondFactor.what}`),
  );
  const recovery = bodyOf(await ask({ error: "InvalidSecondFactor", failedField: "recoveryCode" }));
  assert.match(recovery, /<details open>/);
  assert.ok(recovery.includes(`id="recoveryCode-error">${words.errors.InvalidRecoveryCode.what}`));
  assert.doesNotMatch(recovery, /id="code-error"|name="code"[^>]*autofocus/);
  for (const failedField of [null, "recoveryCode"]) {
    const { html } = await ask({ error: "InvalidSecondFactor", failedField, triesLeft: 3 });
    assert.match(html, /Tries left: 3\.<\/p>/);
  }
  const limited = bodyOf(await ask({ error: "RateLimited" }));
  assert.ok(limited.includes(`role="alert" tabindex="-1" autofocus><b>${signInErrors.RateLimited.what}</b>`));
  const strange = bodyOf(await ask({ error: "constructor" }));
  assert.ok(strange.includes(english.messages.account.errors.unknown.what));
});

test("askPage() leads to the sign-in page when the first step is too long ago", async () => {
  const html = bodyOf(await ask({ error: "InvalidCheck" }));
  assert.ok(html.includes(words.errors.InvalidCheck.what));
  assert.match(html, /<a class="button" href="https:\/\/app.example.com\/auth\/signin">Sign in<\/a>/);
  assert.doesNotMatch(html, /<form/);
});

test("askPage() speaks to a user who is signed in, and leads back to the application", async () => {
  for (const home of [undefined, `${ORIGIN}/shop`]) {
    const html = bodyOf(await ask({ isStepUp: true, home }));
    assert.ok(html.includes(`<h1>${words.stepUpHeading}</h1>`));
    assert.match(html, new RegExp(`<a class="link" href="${home ?? ORIGIN}">Back to Acme</a>`));
  }
});

test("askPage() says whom to ask if the user has no method left", async () => {
  const html = bodyOf(await ask({ hasApp: false, passkey: null, hasRecoveryCodes: false }));
  assert.ok(html.includes(`<p class="text">${words.lost}</p>`));
});

test("setupPage() shows the key as link, to copy, and as code, which is folded where a phone shows the link", async () => {
  const html = bodyOf(await setup());
  const order =
    /class="button plain near" href="otpauth:.*<div class="far"><svg.*data-copy="GEZD[^ ]*" .*hidden>Copy<.*class="near"><summary>.*<svg.*name="code"/s;
  assert.match(html, order);
  assert.match(html, /<svg class="qr" [^>]*role="img" aria-label="QR code with the key for your app"/);
  assert.match(html, /<p class="key" dir="ltr">GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ<\/p>/);
  assert.match(html, /<a class="link far" href="otpauth:\/\/totp\/Acme:ada%40example.com\?secret=GEZ/);
  assert.match(
    html,
    /<input type="hidden" name="question" value="waiting"><input type="hidden" name="setup" value="sealed">/,
  );
  assert.match(html, /<button class="button plain" name="action" value="passkeys">/);
  assert.match(html, /<a class="link" href="[^"]*\/auth\/account">Cancel<\/a>/);
  const plain = bodyOf(await setup({ step: { ...key, qr: null, hasPasskeys: false } }));
  assert.ok(plain.includes(words.typeKey));
  assert.doesNotMatch(plain, /<svg class="qr"|value="passkeys"/);
});

test("setupPage() says that the application requires it, and what was wrong", async () => {
  const html = bodyOf(await setup({ isRequired: true, error: "InvalidSecondFactor" }));
  assert.match(html, /<b>Acme<\/b> requires a second step/);
  assert.match(html, /id="code-error">That code isn't right/);
  assert.ok(html.includes(english.messages.general.otherWay));
  assert.ok(bodyOf(await setup({ error: "ServerBusy" })).includes(signInErrors.ServerBusy.what));
});

test("setupPage() says what becomes of the old app, and turns nothing on that is on", async () => {
  const html = bodyOf(await setup({ change: "replace", step: { ...key, hasPasskeys: false } }));
  assert.match(html, /<h1>Use another app<\/h1>/);
  assert.ok(html.includes(words.changeAppText));
  assert.match(html, /<button class="button">Confirm<\/button>/);
  const added = bodyOf(await setup({ change: "add" }));
  assert.match(added, /<h1>Add an app<\/h1>/);
  for (const page of [html, added]) assert.doesNotMatch(page, /Turn on|From then on/);
});

test("setupPage() says that a page needs it, and leads away from that page", async () => {
  for (const step of [key, mail]) {
    const html = bodyOf(await setup({ lack: "level", cancelUrl: ORIGIN, step }));
    assert.match(html, /You're signed in to <b>Acme<\/b>\. What you want to do needs the second step/);
    assert.match(html, /<a class="link" href="[^"]*">Back to Acme<\/a>/);
    const forms = html.match(/<form/g)!.length;
    assert.equal(html.match(/<input type="hidden" name="lack" value="level">/g)!.length, forms);
  }
});

test("setupPage() asks for the code of a mail first, and sends another one", async () => {
  const html = bodyOf(await setup({ step: mail }));
  assert.match(html, /<h1>First, confirm your address<\/h1>/);
  assert.match(html, /name="mailCode"[^>]*pattern="[^"]*\{8\}"[^>]*title="Eight digits"/);
  assert.match(
    html,
    /<button class="link" name="action" value="mail" data-wait="20" data-again="Send it again in % s">/,
  );
  assert.doesNotMatch(html, /otpauth|name="setup"/);
  const wrong = bodyOf(await setup({ step: { ...mail, status: "early" }, error: "InvalidSecondFactor" }));
  assert.ok(wrong.includes(verifyRequest.InvalidCode.what) && !wrong.includes("Tries left"));
  assert.match(wrong, /another email in 20 s/);
});

test("codesPage() shows the codes with what a print needs, and leads on", async () => {
  const page = await codes();
  const html = bodyOf(page);
  assert.equal(html.match(/<li>[\w-]{27}<\/li>/g)?.length, 10);
  assert.match(html, /<p class="note whose">ada@example.com at Acme, November 23, 2026<\/p>/);
  assert.match(
    html,
    /<button class="button" disabled>Continue<\/button>\n<a class="button" href="[^"]*\/account">/,
  );
  const file = /download="Acme-recovery-codes\.txt" href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(
    html,
  )![1]!;
  assert.match(decodeURIComponent(file), /^(?:[\w-]{27}\n){10}$/);
  assert.ok(!html.includes(words.replaced));
  assert.match(page.html, /@media print\{/);
  assert.match(html, /data-shown="\?callbackUrl=%2Fauth%2Faccount&#38;done=recovery-codes-shown"/);
  assert.match(page.html, /<script>"use strict";\n\{\n[^]*history\.replaceState\(/);
  assert.ok(bodyOf(await codes({ isRenewed: true })).includes(words.replaced));
  assert.ok(bodyOf(await codes({ account: null })).includes("someone without a name at Acme"));
});

test("secondFactorPart() turns it on with a link where it is off", async () => {
  const html = bodyOf(await account({ isOn: false }));
  assert.match(
    html,
    /<a class="button plain small" href="[^"]*\/auth\/second-factor-setup\?[^"]*">Turn on<\/a>/,
  );
  assert.doesNotMatch(html, /value="off"|value="codes"/);
});

test("secondFactorPart() shows since when it is on, its methods, and forms for each change", async () => {
  const html = bodyOf(await account());
  assert.match(html, /<b>Passkeys<\/b><small><span>Also accepted as the second step/);
  assert.match(
    html,
    /<p>On since <time[^>]*>November 3, 2026<\/time><\/p>/,
  );
  assert.match(html, /<b>Recovery codes<\/b><small><span>8 left<\/span>/);
  for (const action of ["codes", "off", "forget"]) {
    assert.match(
      html,
      new RegExp(`<form method="post" action="[^"]*/second-factor-setup">\n[^\n]*value="${action}">`),
    );
  }
  assert.match(
    html,
    /<input type="hidden" name="id" value="device-1"><button [^>]*aria-label="Ask again on Firefox on Windows">/,
  );
  assert.match(
    html,
    /This browser<\/span><small><span>Added <time[^>]*>yesterday<\/time><\/span> <span>Until <time[^>]*>December 22, 2026</,
  );
  assert.match(
    html,
    /<b>Authenticator app<\/b><small><span>Lost your phone\?<\/span> <\/small><\/span><div class="acts"><a class="button plain small" href="[^"]*setup\?[^"]*">Use another app</,
  );
  assert.match(bodyOf(await account({ hasApp: false })), /">Add an app</);
  assert.ok(!html.includes(words.fewLeft));
  for (const recoveryCodesLeft of [0, 2]) {
    assert.ok(bodyOf(await account({ recoveryCodesLeft })).includes(words.fewLeft));
  }
  assert.ok(!bodyOf(await account({ recoveryCodesLeft: 3, devices: [] })).includes("remembered-devices"));
});

test("secondFactorPart() cannot be turned off where the application asks for it", async () => {
  const html = bodyOf(await account({}, { isRequired: true }));
  assert.match(html, /Acme requires a second step, so it stays on/);
  assert.doesNotMatch(html, /value="off"/);
});

test("secondFactorPart() says what was changed, and what failed", async () => {
  assert.match(
    bodyOf(await account({}, { done: "second-factor-on" })),
    /role="status"[^>]*>.*<span>Two-step verification is on\.</,
  );
  const failed = bodyOf(await account({ ...factor }, { error: "InvalidSecondFactor" }));
  assert.ok(failed.includes(words.errors.InvalidSecondFactor.what));
});

test("shownCodesPage() leads on, and makes new codes with a form that counts once", async () => {
  const html = bodyOf(await shownCodes({ locales: "de" }));
  for (const text of [words.done["second-factor-on"], words.done["recovery-codes-shown"]]) {
    assert.ok(html.includes(text), text);
  }
  assert.match(html, /<a class="button" href="https:\/\/app\.example\.com\/private">I've saved them</);
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  assert.deepEqual(fields.map(([, name, value]) => [name, value]), [
    ["csrfToken", "token"],
    ["callbackUrl", `${ORIGIN}/private`],
    ["ui_locales", "de"],
    ["action", "codes"],
    ["replaces", "aaaaaaaa.bbbbbbbb"],
  ]);
});

test("withSecondFactorWords() takes the messages of the application, and isolates placeholders from right to left", async () => {
  const { withSecondFactorWords } = await import("../../src/features/second_factor/locale.ts");
  const { ENGLISH } = await import("../../src/messages/en.ts");
  const messages = { en: { secondFactor: { confirm: "Go on" } }, ar: { secondFactor: { confirm: "x" } } };
  const own = await withSecondFactorWords(ENGLISH, { languages: ["en"], messages });
  assert.equal(own.messages.secondFactor.confirm, "Go on");
  assert.equal(own.messages.secondFactor.turnOn, words.turnOn);
  const cymru = await withSecondFactorWords({ ...ENGLISH, language: "cy" }, {
    languages: ["cy"],
    messages: undefined,
  });
  assert.equal(cymru.messages.secondFactor.confirm, words.confirm);
  const persian = { ...ENGLISH, language: "fa", direction: "rtl" as const };
  const isolated = await withSecondFactorWords(persian, { languages: undefined, messages: undefined });
  assert.match(isolated.messages.secondFactor.askText, /\u2068\{app\}\u2069/);
});

test("each page of the second factor fills each placeholder in each language", async () => {
  for (const { tag } of all) {
    const locale = await localeIn(tag);
    const pages = [
      await ask({ locale }),
      await ask({ locale, isStepUp: true, error: "InvalidSecondFactor", triesLeft: 4 }),
      await setup({ locale }),
      await setup({ locale, step: mail, isRequired: true }),
      await codes({ locale, isRenewed: true }),
      await shownCodes({ locale }),
      await account({}, { locale }),
      await account({ isOn: false }, { locale, isRequired: true }),
    ];
    for (const page of pages) {
      assert.equal(page.language, tag);
      assert.doesNotMatch(bodyOf(page), /\{[a-z]+\}|undefined|\bnull\b|\[object/);
    }
  }
});

test("the account page names no password where a second step is off, in any language: a user may have none", async () => {
  for (const { tag } of all) {
    const locale = await localeIn(tag);
    const text = bodyOf(await account({ isOn: false }, { locale })).toLowerCase();
    assert.ok(!text.includes(locale.messages.signIn.password.toLowerCase().slice(0, -1)), tag);
  }
});

test("the box for devices has the ground of the other fields, which a browser does not give it in the dark scheme", async () => {
  assert.match((await ask()).html, /\.check input:not\(:checked\)\{[^}]*appearance:none\}/);
});

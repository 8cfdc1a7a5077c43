import assert from "node:assert/strict";
import { test } from "node:test";
import type { SecondFactorWords } from "../../src/messages/second_factor_types.ts";
import { signInMail } from "../../src/providers/_mail.ts";
import { mailWords, toNotice } from "../../src/features/second_factor/mails.ts";
import { mailLocale } from "../../src/sign_in/mail/mail_locale.ts";
import { english } from "./_pages.ts";

const SETUP = { languages: undefined, messages: undefined };
const content = {
  url: "https://app.example.com/auth/account",
  host: "app.example.com",
  maxAge: 600,
  theme: {},
};
const at = Date.UTC(2026, 10, 23, 12);

/** Each mail that has messages, but for the one with a code. */
const NOTICES =
  (Object.keys(english.messages.secondFactorMails) as (keyof SecondFactorWords["secondFactorMails"])[])
    .filter((purpose) => purpose !== "enrol");

for (const purpose of NOTICES) {
  test(`toNotice() makes a mail that says what has happened, and when: ${purpose}`, async () => {
    const { words, ...notice } = toNotice(purpose, "user-1", SETUP);
    const isOfStaff = purpose === "secondFactorReset";
    assert.deepEqual(notice, { purpose, userId: "user-1", option: "secondFactor", isOfStaff });
    // Without the account page, the link leads to the page that sets a factor up.
    const off = new Set(["account"] as const);
    assert.equal(toNotice(purpose, "user-1", { ...SETUP, off }).page, "secondFactorSetup");
    const device = { browser: "Firefox", system: "Windows" };
    const locale = await mailLocale(english, {
      purpose,
      token: "",
      isNotice: true,
      device,
      location: null,
      at,
      words,
    });
    const { subject, text, html } = signInMail({ ...content, code: null, locale });
    const own = english.messages.secondFactorMails[purpose];
    assert.equal(subject, own.subject.replace("{app}", content.host));
    assert.match(text, /: Firefox on Windows, November 23, 2026 at 12:00\sPM UTC\./);
    assert.ok(text.includes(`${own.openLink}\n${content.url}`) && text.includes(own.ignore));
    for (const part of [text, html.replace(/<style>.*<\/style>/s, "")]) {
      assert.doesNotMatch(part, /\{\w+\}|undefined|Don't share|Requested/);
    }
  });
}

test("mailWords() makes a mail with a code, which says what the code is for", async () => {
  const words = mailWords("enrol", SETUP);
  const code = "01234567";
  const locale = await mailLocale(english, {
    purpose: "enrol",
    token: "",
    code,
    device: null,
    location: null,
    at,
    words,
  });
  const { text } = signInMail({ ...content, code, locale });
  assert.match(text, /Use this code to set up two-step verification at app\.example\.com\./);
  assert.match(
    text,
    /Type this code on the page that asks for it:\n0123 4567\n\nUse it within 10 minutes\. It works only once\.\n\nRequested: November 23, 2026 at 12:00\sPM UTC\n\nDon't share the code with/,
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { verifyRequestPage } from "../../src/pages/verify.ts";

type SentMail = NonNullable<VerifyRequestPage["mail"]>;

type VerifyRequestPage = Parameters<typeof verifyRequestPage>[0];

const ORIGIN = "https://app.example.com:8443";
const MAIL: SentMail = {
  email: "ada@example.com",
  codeAction: `${ORIGIN}/auth/callback/mail`,
  againAction: `${ORIGIN}/auth/signin/mail`,
  signinUrl: `${ORIGIN}/auth/signin?callbackUrl=%2Fhome`,
  wait: 0,
  again: null,
  csrfToken: "token",
  callbackUrl: `${ORIGIN}/home`,
  link: false,
};
const OTHERS = ["constructor", "__proto__", "Verification", "invalidcode", "<script>"];

test("the page after a mail names the address in the browser that asked for the mail", async () => {
  const { html, status } = await open({ mail: MAIL });
  assert.equal(status, 200);
  assert.match(html, /<h1>Check your email<\/h1>/);
  assert.match(html, /We sent a link and a code to <b>ada@example\.com<\/b>\./);
  const { html: link } = await open({ mail: { ...MAIL, codeAction: null } });
  assert.match(link, /We sent a sign-in link to <b>ada@example\.com<\/b>\./);
  assert.doesNotMatch(link, /name="code"/);
});

test("the page after a mail asks for the code only in the browser that requested the mail", async () => {
  const { html } = await open({ mail: MAIL });
  const form = formTo(html, MAIL.codeAction!);
  assert.match(form, /<input type="hidden" name="csrfToken" value="token">/);
  assert.doesNotMatch(form, /callbackUrl/);
  assert.match(form, /<label for="code">Code<\/label>/);
  const [input] = form.match(/<input class="code"[^>]*>/)!;
  for (
    const attribute of [
      'id="code"',
      'name="code"',
      'autocomplete="one-time-code"',
      'inputmode="numeric"',
      "required",
    ]
  ) {
    assert.ok(input.includes(` ${attribute}`), attribute);
  }
});

test("the page after a mail tells the script how long the pause is, and the user if it was too early", async () => {
  const waiting = (await open({ mail: { ...MAIL, wait: 27 } })).html;
  assert.match(waiting, /<button class="link" data-wait="27" data-again="Send it again in % s">/);
  assert.doesNotMatch(waiting, /role="status"/);
  const statusOf = async (mail: Partial<SentMail>) =>
    (await open({ mail: { ...MAIL, ...mail } })).html.match(/role="status">([^<]+)/)?.[1];
  assert.equal(
    await statusOf({ again: "sent", wait: 30 }),
    "We sent you another email. The newest one counts.",
  );
  assert.equal(
    await statusOf({ again: "early", wait: 12 }),
    "You can ask for another email in 12 s.",
  );
  for (const again of ["early", "Call 555-0100", "__proto__"]) {
    assert.equal(await statusOf({ again }), undefined);
  }
});

test("the page after a mail has the focus at the code, whose description says where it was sent", async () => {
  const { html } = await open({ mail: MAIL });
  assert.match(html, /<p id="sent">We sent a link/);
  assert.match(html, /<input class="code"[^>]* aria-describedby="sent" autofocus>/);
});

test("the page after a mail keeps the wish to add a way to sign in, in the form for the code too", async () => {
  const form = formTo((await open({ mail: { ...MAIL, link: true } })).html, MAIL.codeAction!);
  assert.match(form, /name="callbackUrl" value="https:\/\/app\.example\.com:8443\/home"/);
  assert.match(form, /name="link" value="true"/);
});

test("the page after a mail lets the browser take eight digits, with spaces wherever they were copied", async () => {
  const { html } = await open({ mail: MAIL });
  const pattern = new RegExp(`^(?:${html.match(/\spattern="([^"]+)"/)![1]})$`, "v");
  for (const code of ["12345678", "1234 5678", " 1234 5678\u00a0", "1 2 3 4 5 6 7 8"]) {
    assert.match(code, pattern);
  }
  for (const code of ["", "1234567", "123456789", "1234567a", "1234-5678"]) {
    assert.doesNotMatch(code, pattern);
  }
});

test("the page after a mail says at the field, and in the title, that a code was wrong", async () => {
  const { html } = await open({ mail: MAIL, error: "InvalidCode" });
  assert.match(html, /<p class="error" id="error">That code isn&#39;t right\. [^<]+<\/p>/);
  assert.match(html, /<input class="code"[^>]* aria-invalid="true" aria-describedby="error" autofocus>/);
  assert.match(html, /<title>Error: Check your email /);
});

test("the page after a mail has one message for whatever else comes as an error", async () => {
  for (const error of OTHERS) {
    const { html } = await open({ mail: MAIL, error });
    assert.match(html, /id="error">We couldn&#39;t sign you in\. Please try again\.<\/p>/);
  }
});

async function open(page: Partial<VerifyRequestPage>) {
  return await verifyRequestPage({
    locale: ENGLISH,
    theme: {},
    origin: ORIGIN,
    mail: null,
    error: null,
    ...page,
  });
}

function formTo(html: string, action: string): string {
  const escaped = action.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return html.match(new RegExp(`<form [^>]*action="${escaped}"[^>]*>(.*?)</form>`, "s"))![1]!;
}

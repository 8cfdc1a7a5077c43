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

test("verifyRequestPage() names the address in the browser that asked for the mail", async () => {
  const { html, status } = await open({ mail: MAIL });
  assert.equal(status, 200);
  assert.match(html, /<h1>Check your email<\/h1>/);
  assert.match(html, /We sent a link and a code to <b>ada@example\.com<\/b>\./);
  const { html: link } = await open({ mail: { ...MAIL, codeAction: null } });
  assert.match(link, /We sent a sign-in link to <b>ada@example\.com<\/b>\./);
  assert.doesNotMatch(link, /name="code"/);
});

test("verifyRequestPage() names no address in another browser, and leads back to the application", async () => {
  const { html } = await open({ mail: null });
  assert.doesNotMatch(html, /<form|<input|<script/);
  assert.match(
    html,
    /<a class="link" href="https:\/\/app\.example\.com:8443">Back to app\.example\.com:8443<\/a>/,
  );
});

test("verifyRequestPage() asks for the code only in the browser that requested the mail", async () => {
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

test("verifyRequestPage() sends another mail, and leads to another address", async () => {
  const { html } = await open({ mail: { ...MAIL, link: true } });
  const form = formTo(html, MAIL.againAction);
  const values = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)">/g)];
  assert.deepEqual(Object.fromEntries(values.map(([, name, value]) => [name, value])), {
    csrfToken: "token",
    callbackUrl: MAIL.callbackUrl,
    link: "true",
    again: "true",
  });
  assert.match(form, /<button class="link">Send it again<\/button>/);
  assert.match(
    html,
    /<a class="link" href="https:\/\/app\.example\.com:8443\/auth\/signin\?callbackUrl=%2Fhome">Use another address<\/a>/,
  );
});

test("verifyRequestPage() tells the script how long the pause is, and the user if it was too early", async () => {
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

test("verifyRequestPage() has the focus at the code, whose description says where it was sent", async () => {
  const { html } = await open({ mail: MAIL });
  assert.match(html, /<p id="sent">We sent a link/);
  assert.match(html, /<input class="code"[^>]* aria-describedby="sent" autofocus>/);
});

test("verifyRequestPage() keeps the wish to add a way to sign in, in the form for the code too", async () => {
  const form = formTo((await open({ mail: { ...MAIL, link: true } })).html, MAIL.codeAction!);
  assert.match(form, /name="callbackUrl" value="https:\/\/app\.example\.com:8443\/home"/);
  assert.match(form, /name="link" value="true"/);
});

test("verifyRequestPage() leaves out an empty CSRF token", async () => {
  const { html } = await open({ mail: { ...MAIL, csrfToken: "" } });
  assert.doesNotMatch(html, /csrfToken/);
});

test("verifyRequestPage() lets the browser take eight digits, with spaces wherever they were copied", async () => {
  const { html } = await open({ mail: MAIL });
  const pattern = new RegExp(`^(?:${html.match(/\spattern="([^"]+)"/)![1]})$`, "v");
  for (const code of ["12345678", "1234 5678", " 1234 5678\u00a0", "1 2 3 4 5 6 7 8"]) {
    assert.match(code, pattern);
  }
  for (const code of ["", "1234567", "123456789", "1234567a", "1234-5678"]) {
    assert.doesNotMatch(code, pattern);
  }
});

test("verifyRequestPage() says at the field, and in the title, that a code was wrong", async () => {
  const { html } = await open({ mail: MAIL, error: "InvalidCode" });
  assert.match(html, /<p class="error" id="error">That code is not right\. [^<]+<\/p>/);
  assert.match(html, /<input class="code"[^>]* aria-invalid="true" aria-describedby="error" autofocus>/);
  assert.match(html, /<title>Error: Check your email /);
});

test("verifyRequestPage() has one message for whatever else comes as an error", async () => {
  for (const error of OTHERS) {
    const { html } = await open({ mail: MAIL, error });
    assert.match(html, /id="error">You could not be signed in\. Please try again\.<\/p>/);
  }
});

test("verifyRequestPage() shows no error without one, or without a form", async () => {
  for (const page of [{ mail: MAIL }, { mail: MAIL, error: "" }, { mail: null, error: "InvalidCode" }]) {
    assert.doesNotMatch((await open(page)).html, /id="error"|aria-invalid=|Error:/);
  }
});

test("verifyRequestPage() escapes each field", async () => {
  const text = `"><b>`;
  const { html } = await open({
    mail: {
      ...MAIL,
      email: text,
      codeAction: text,
      againAction: text,
      signinUrl: `/${text}`,
      again: text,
      csrfToken: text,
      callbackUrl: text,
    },
  });
  assert.ok(!html.includes(text));
  assert.equal(html.match(/&#34;&#62;&#60;b&#62;/g)?.length, 7);
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { verifyRequestPage } from "../../src/pages/verify.ts";
import type { VerifyRequestPage } from "../../src/pages/types.ts";

const CODE = { action: "https://app.example.com:8443/auth/callback/mail", csrfToken: "token" };
const OTHERS = ["constructor", "__proto__", "Verification", "invalidcode", "<script>"];

test("verifyRequestPage() sends a person to their mailbox, and back to the application", async () => {
  for (const code of [null, CODE]) {
    const { html, status } = await open({ code });
    assert.equal(status, 200);
    assert.match(html, /<h1>Check your e-mail<\/h1>/);
    assert.match(
      html,
      /<a class="link" href="https:\/\/app\.example\.com:8443">Back to app\.example\.com:8443<\/a>/,
    );
  }
});

test("verifyRequestPage() asks for the code only in the browser that requested the mail", async () => {
  const { html } = await open({ code: CODE });
  const [, action, form] = html.match(/<form method="post" action="([^"]+)">(.*)<\/form>/s)!;
  assert.equal(action, CODE.action);
  assert.match(form!, /<input type="hidden" name="csrfToken" value="token">/);
  assert.doesNotMatch(form!, /callbackUrl/);
  assert.match(form!, /<label for="code">Code<\/label>/);
  const [input] = form!.match(/<input class="code"[^>]*>/)!;
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
  assert.doesNotMatch((await open({ code: null })).html, /<form|<input/);
});

test("verifyRequestPage() leaves out an empty CSRF token", async () => {
  const { html } = await open({ code: { ...CODE, csrfToken: "" } });
  assert.doesNotMatch(html, /csrfToken/);
});

test("verifyRequestPage() lets the browser take eight digits, with spaces wherever they were copied", async () => {
  const { html } = await open({ code: CODE });
  const pattern = new RegExp(`^(?:${html.match(/\spattern="([^"]+)"/)![1]})$`, "v");
  for (const code of ["12345678", "1234 5678", " 1234 5678\u00a0", "1 2 3 4 5 6 7 8"]) {
    assert.match(code, pattern);
  }
  for (const code of ["", "1234567", "123456789", "1234567a", "1234-5678"]) {
    assert.doesNotMatch(code, pattern);
  }
});

test("verifyRequestPage() says that a code was wrong, at the field too", async () => {
  const { html } = await open({ code: CODE, error: "InvalidCode" });
  assert.match(html, /<p class="alert" id="alert" role="alert"><b>That code is not right\.<\/b>/);
  assert.match(html, /<input class="code"[^>]* aria-describedby="alert"/);
});

test("verifyRequestPage() has one message for whatever else comes as an error", async () => {
  const [first, ...more] = await Promise.all(OTHERS.map((error) => open({ code: CODE, error })));
  assert.match(first!.html, /role="alert"><b>You could not be signed in\.<\/b>/);
  for (const page of more) assert.deepEqual(page, first);
});

test("verifyRequestPage() shows no alert without an error or without a form", async () => {
  for (
    const page of [{ code: CODE, error: null }, { code: CODE, error: "" }, {
      code: null,
      error: "InvalidCode",
    }]
  ) {
    assert.doesNotMatch((await open(page)).html, /"alert"/);
  }
});

test("verifyRequestPage() escapes each field", async () => {
  const text = `"><i>`;
  const { html } = await open({
    origin: `https://${text}`,
    code: { action: text, csrfToken: text },
    error: text,
  });
  assert.ok(!html.includes(text));
});

function open(page: Partial<VerifyRequestPage>) {
  return verifyRequestPage({
    locale: ENGLISH,
    theme: {},
    origin: "https://app.example.com:8443",
    code: null,
    error: null,
    ...page,
  });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { confirmationPage, signedInPage } from "../../src/pages/confirmation.ts";

type ConfirmationPage = Parameters<typeof confirmationPage>[0];

const PAGE: ConfirmationPage = {
  locale: ENGLISH,
  theme: {},
  origin: "https://app.example.com",
  action: "https://app.example.com/auth/callback/mail",
  csrfToken: "csrf",
  callbackUrl: "https://app.example.com/home",
  email: "ada@example.com",
  token: "mailed",
};

test("the page that asks before a mailed link signs in asks who is to be signed in, and where", async () => {
  const { html, status } = await confirmationPage(PAGE);
  assert.equal(status, 200);
  assert.match(html, /<p>Sign in as <b>ada@example\.com<\/b> to <b>app\.example\.com<\/b>\?<\/p>/);
});

test("the page that asks before a mailed link signs in says what to do if one did not ask for the link, and guesses nothing", async () => {
  const { html } = await confirmationPage(PAGE);
  assert.match(html, /If you didn&#39;t ask for this link, .*don&#39;t continue/s);
  assert.match(html, /<a class="link" href="https:\/\/app\.example\.com">No, this isn&#39;t me<\/a>/);
  assert.doesNotMatch(html, /browser|used/);
});

test("the page of a link that has signed in already says who is signed in, and leads on with a link, without a form", async () => {
  const { html, status } = await signedInPage(PAGE);
  assert.equal(status, 200);
  assert.match(html, /<h1>You&#39;re already signed in<\/h1>/);
  assert.match(html, /<p><b>ada@example\.com<\/b><\/p>/);
  assert.match(html, /<a class="button" href="https:\/\/app\.example\.com\/home">Continue<\/a>/);
  assert.doesNotMatch(html, /<form|mailed/);
  assert.ok(!(await signedInPage({ ...PAGE, email: `"><b>` })).html.includes(`"><b>`));
});

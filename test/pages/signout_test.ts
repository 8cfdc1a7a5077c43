import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { signOutPage } from "../../src/pages/signout.ts";

type SignOutPage = Parameters<typeof signOutPage>[0];

const PAGE: SignOutPage = {
  locale: ENGLISH,
  theme: {},
  origin: "https://app.example.com",
  current: { id: "1", name: "Ada <3", email: "ada@example.com" },
  signinUrl: "https://app.example.com/auth/signin",
  signoutUrl: "https://app.example.com/auth/signout",
  csrfToken: "token",
  callbackUrl: "/bye?a=1&b=2",
  stayUrl: "/account?a=1&b=2",
};

test("signOutPage() asks with a form that posts", async () => {
  const { html, status } = await signOutPage(PAGE);
  assert.equal(status, 200);
  assert.match(html, /<h1>Sign out\?<\/h1>/);
  assert.match(html, /<p>You are signed in as <b>Ada &#60;3<\/b>\.<\/p>/);
  assert.match(html, /<b>app\.example\.com<\/b>/);
  const [, form] = html.match(
    /<form method="post" action="https:\/\/app\.example\.com\/auth\/signout">(.*?)<\/form>/s,
  )!;
  assert.match(form!, /name="csrfToken" value="token"/);
  assert.match(form!, /name="callbackUrl" value="\/bye\?a=1&#38;b=2"/);
  assert.match(form!, /<button class="button">Sign out<\/button>/);
});

test("signOutPage() has a link back to where the user came from", async () => {
  assert.match(
    (await signOutPage(PAGE)).html,
    /<a class="link" href="\/account\?a=1&#38;b=2">Stay signed in<\/a>/,
  );
});

test("signOutPage() asks a user without a name as well", async () => {
  assert.match((await signOutPage({ ...PAGE, current: { email: "a@b.test" } })).html, /as <b>a@b\.test<\/b>/);
  const { html } = await signOutPage({ ...PAGE, current: {} });
  assert.match(html, /<h1>Sign out\?<\/h1>/);
  assert.doesNotMatch(html, /You are signed in/);
});

test("signOutPage() leads to the sign-in page where no one is signed in", async () => {
  const { html, status } = await signOutPage({ ...PAGE, current: null });
  assert.equal(status, 200);
  assert.match(html, /<h1>You are signed out<\/h1>/);
  assert.match(html, /<a class="button" href="https:\/\/app\.example\.com\/auth\/signin">Sign in<\/a>/);
  assert.doesNotMatch(html, /<form/);
});

test("signOutPage() leads nowhere but to the web", async () => {
  const { html } = await signOutPage({ ...PAGE, stayUrl: "javascript:alert(1)" });
  assert.match(html, /href="https:\/\/app\.example\.com">Stay signed in/);
});

test("signOutPage() escapes each field", async () => {
  const text = `"><b>`;
  const { html } = await signOutPage({
    ...PAGE,
    signoutUrl: text,
    csrfToken: text,
    callbackUrl: `/${text}`,
    stayUrl: `/${text}`,
  });
  assert.ok(!html.includes(text));
  assert.equal(html.match(/&#34;&#62;&#60;b&#62;/g)?.length, 4);
});

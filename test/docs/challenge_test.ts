import assert from "node:assert/strict";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("challenge.md");

const TYPED = { email: "ada@example.com", password: "lovely engine weaves" };

page.section("Turnstile or hCaptcha", (recipe) =>
  withQuickScrypt(async () => {
    const mails = recipe.addMails();
    recipe.env.TURNSTILE_SECRET = "secret";
    const answers: (string | null)[] = [];
    recipe.sites["https://challenges.cloudflare.com"] = async (request) => {
      answers.push(new URLSearchParams(await request.text()).get("response"));
      return Response.json({ success: true, "error-codes": [] });
    };
    await recipe.start();
    const browser = recipe.browser();
    const form = await browser.open(`${APP}/auth/signup`);
    assert.match(form.html, /class="cf-turnstile"/);
    assert.match(
      form.headers.get("content-security-policy")!,
      /frame-src https:\/\/challenges\.cloudflare\.com/,
    );
    const again = await form.submit("/auth/signup", TYPED);
    assert.match(again.url, /error=ChallengeFailed/);
    assert.equal(mails.length, 0);
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken, ...TYPED, "cf-turnstile-response": "person" });
    await browser.fetch(`${APP}/auth/signup`, { method: "POST", body });
    assert.deepEqual([answers, mails.length], [["person"], 1]);
  }));

page.section("ALTCHA, without a service", async (recipe) => {
  const mails = recipe.addMails();
  await recipe.start();
  const form = await recipe.browser().open(`${APP}/auth/forgot-password`);
  assert.match(form.html, /<altcha-widget .*<script src="\/captcha\.js" type="module">/s);
  const { parameters } = await (await form.fetch(`${APP}/auth/challenge`)).json();
  assert.match(recipe.read("captcha.js"), new RegExp(parameters.algorithm));
  const again = await form.submit("/auth/forgot-password", { email: TYPED.email });
  assert.match(again.url, /error=ChallengeFailed/);
  assert.equal(mails.length, 0);
});

page.section("Your own check", (recipe) =>
  withQuickScrypt(async () => {
    const mails = recipe.addMails();
    await recipe.start();
    const form = await recipe.browser().open(`${APP}/auth/signup`);
    const again = await form.submit("/auth/signup", { ...TYPED, legs: "12" });
    assert.match(again.text, /We couldn't confirm that you're human\./);
    await again.submit("/auth/signup", { ...TYPED, legs: "Seven" });
    assert.equal(mails.length, 1);
  }));

// deno-lint-ignore require-await -- it rejects
page.section("Your own forms", async (recipe) => {
  assert.match(recipe.read("html"), /class="cf-turnstile"/);
});

page.last();

import assert from "node:assert/strict";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { codeAt } from "../flows/_second_factor.ts";
import type { Page } from "../../src/testing/mod.ts";
import {
  AdapterError,
  InvalidCheck,
  InvalidSecondFactor,
  RateLimited,
  TooManyWrongCodes,
  UserChanged,
} from "../../src/errors/errors.ts";
import { afterRefresh, built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/second_factor_forms.md", { built });

const email = "ada@example.com";
const password = "lovely engine weaves";

page.section("Both pages", (recipe) =>
  withQuickScrypt(async () => {
    const mails: string[] = [];
    recipe.env.AUTH_RESEND_KEY = "the-key";
    let isDown = false;
    recipe.sites["https://api.resend.com"] = async (request) => {
      if (isDown) return new Response("Down", { status: 500 });
      mails.push((await request.json()).text);
      return Response.json({ id: "1" });
    };
    await recipe.start();
    const codeIn = (mail: string) => /\b\d{4} ?\d{4}\b/.exec(mail)![0];
    const pathOf = ({ url }: Page) => new URL(url).pathname;
    const secretIn = ({ html }: Page) => /<code\b[^>]*>([A-Z2-7]{32})<\/code>/.exec(html)![1]!;
    const codeOf = (secret: string) => codeAt(secret, Math.floor(recipe.platform.now() / 30_000));
    const ada = recipe.browser();
    const enter = async (browser = ada, callbackUrl = "/") => {
      const form = await browser.open(
        `${APP}${recipe.basePath}/signin?${new URLSearchParams({ callbackUrl })}`,
      );
      const page = await form.submit(`${recipe.basePath}/callback/password`, { email, password });
      if (pathOf(page) !== `${recipe.basePath}/verify-request`) return page;
      // A browser that is new.
      return await page.submit(`${recipe.basePath}/callback/password`, { code: codeIn(mails.at(-1)!) });
    };

    const stranger = recipe.browser();
    const refused = await afterRefresh(stranger, await stranger.open(`${APP}/second-factor/setup`));
    assert.equal(pathOf(refused), `${recipe.basePath}/signin`);

    const signUp = await ada.open(`${APP}${recipe.basePath}/signup?callbackUrl=/second-factor/setup`);
    const wait = await signUp.submit(`${recipe.basePath}/signup`, { email, password });
    const code = codeIn(mails.at(-1)!);
    const setup = await afterRefresh(
      ada,
      await wait.submit(`${recipe.basePath}/callback/password`, { code }),
    );
    assert.equal(pathOf(setup), "/second-factor/setup");
    // Whoever knows the password alone types a mailed code first.
    const other = recipe.browser();
    await enter(other);
    const sent = mails.length;
    const mailbox = await afterRefresh(other, await other.open(`${APP}/second-factor/setup?callbackUrl=/`));
    assert.equal(pathOf(mailbox), "/second-factor/setup");
    assert.equal(mails.length, sent + 1);
    const mailCode = codeIn(mails.at(-1)!);
    const guessed = await mailbox.submit("Continue", { mailCode: "00000000" });
    assert.match(guessed.html, /That code is wrong/);
    const proven = await afterRefresh(other, await guessed.submit("Continue", { mailCode }));
    assert.equal(secretIn(proven).length, 32);
    assert.equal(mails.length, sent + 1);

    // A code that cannot be mailed. In Next, the endpoint mails it, and the library's page says so.
    const unlucky = recipe.browser();
    await enter(unlucky);
    isDown = true;
    const unsent = await afterRefresh(
      unlucky,
      await unlucky.open(`${APP}/second-factor/setup?callbackUrl=/`),
    );
    isDown = false;
    if (recipe.tab === "Next") {
      assert.match(unsent.text, /We couldn.t send the email/i);
    } else {
      assert.match(unsent.text, /We could not send the mail/);
      const resent = await unsent.submit("Send the code");
      assert.match(resent.text, /We have sent a code/);
      const early = await resent.submit("Send again");
      assert.match(early.text, /less than 30 seconds old/);
      let limited = early;
      for (let n = 0; n < 3; n++) {
        await (await unlucky.open(`${APP}${recipe.basePath}/signout`)).submit("Sign out");
        await enter(unlucky);
        limited = await unlucky.open(`${APP}/second-factor/setup?callbackUrl=/`);
      }
      assert.match(limited.text, /There were too many attempts.*We will send a code to your address/s);
      assert.equal(limited.status, recipe.tab === "SvelteKit" ? 200 : 429);
    }

    // A page that needs level 2 leads to the same page, which says why.
    const reason = /What you want to do needs a second factor/;
    assert.doesNotMatch(setup.text, reason);
    const needed = await ada.open(`${APP}${recipe.basePath}/second-factor?callbackUrl=/`);
    const led = await afterRefresh(ada, needed);
    assert.equal(pathOf(led), "/second-factor/setup");
    assert.match(led.html, reason);
    const mistyped = await led.submit("Turn on", { code: "000000" });
    assert.match((await afterRefresh(ada, mistyped)).html, reason);

    const tab = await afterRefresh(ada, await ada.open(`${APP}/second-factor/setup?callbackUrl=/`));
    const secret = secretIn(setup);
    recipe.platform.tick(5);
    const wrong = await setup.submit("Turn on", { code: "000000" });
    assert.match(wrong.html, /That code is wrong/);
    assert.equal(secretIn(wrong), secret);
    const done = await wrong.submit("Turn on", { code: codeOf(secret) });
    const codes = done.html.match(/[0-9A-Z]{6}(-[0-9A-Z]{6}){3}/g) ?? [];
    assert.equal(new Set(codes).size, 10);
    assert.equal(await afterRefresh(ada, done), done, "nothing takes the codes away");
    // A page of Next shows them by a script.
    if (recipe.tab !== "Next") {
      assert.match(done.text, /Keep these codes/);
      assert.doesNotMatch(done.text, /That code is wrong/, "the mistake from before");
    }
    assert.equal((await recipe.session(ada)).aal, 2);
    // A tab from before, and a reload.
    const late = await afterRefresh(ada, await tab.submit("Turn on", { code: codeOf(secretIn(tab)) }));
    const reloaded = await afterRefresh(ada, await ada.open(`${APP}/second-factor/setup?callbackUrl=/`));
    assert.equal(secretIn(tab), secret);
    assert.match(late.url, /\/\?done=recovery-codes-shown$/);
    assert.equal(pathOf(reloaded), "/second-factor/setup", reloaded.text);
    assert.match(reloaded.text, /Use another app/);
    assert.match(reloaded.text, /The second factor is on/);
    assert.doesNotMatch(reloaded.text, /sign in again|Turn on/i);

    const phone = recipe.browser();
    const asked = await enter(phone);
    assert.equal(pathOf(asked), "/second-factor/prove");
    assert.equal(await recipe.session(phone), null);
    const again = await asked.submit("Continue", { code: codeOf(secret) });
    // An action of Next answers with 200.
    assert.equal(again.status, recipe.tab === "Next" ? 200 : 400);
    assert.match(again.html, /was used before/);
    await again.submit("Use a recovery code", { recoveryCode: codes[0]! });
    assert.equal((await recipe.session(phone)).aal, 2);
    // The form from before, after Back.
    const back = await afterRefresh(
      phone,
      await again.submit("Use a recovery code", { recoveryCode: codes[1]! }),
    );
    assert.equal(pathOf(back), "/");
    assert.match(back.text, /Hello/);

    // A sign-in that is over leads to the sign-in page, which says why.
    const over = recipe.browser();
    let guess = await enter(over, "/orders");
    for (let tries = 0; tries < 5; tries++) guess = await guess.submit("Continue", { code: "000000" });
    assert.equal(pathOf(guess), `${recipe.basePath}/signin`);
    assert.match(guess.text, /There were too many wrong codes/);
    assert.match(
      new URL(guess.url).searchParams.get("callbackUrl") ?? "",
      /^(https:\/\/app\.test)?\/orders$/,
    );
    const failed = await over.open(`${APP}/second-factor/prove?ways=passkey&error=InvalidSecondFactor`);
    assert.match(failed.html, /That code is wrong/);
    const script = await over.open(`${APP}/second-factor/prove?error=SecondStepRequired`);
    assert.doesNotMatch(script.html, /role="alert"/);

    recipe.platform.tick(60);
    const tablet = recipe.browser();
    await (await enter(tablet)).submit("Continue", { code: codeOf(secret) });
    assert.equal((await recipe.session(tablet)).aal, 2);

    const evil = await recipe.browser().open(`${APP}/second-factor/prove?callbackUrl="><b>&question="><b>`);
    assert.doesNotMatch(evil.html, /<b>/);
  }));

page.section("Both pages", async (recipe) => {
  const { failureOf, isOver, messageOf, placeAfter } = await recipe.load("problems.ts");
  const signedIn = { require: () => Promise.resolve({}) };
  const check = Object.create(InvalidCheck.prototype);
  for (
    const [callbackUrl, place] of [
      ["https://app.test/orders?id=1", "/orders?id=1"],
      ["https://evil.example//evil.example/a", "/evil.example/a"],
      ["/\t/evil.example", "/"],
      ["https://[", null],
    ] as const
  ) {
    assert.equal(await placeAfter(check, callbackUrl, signedIn), place, callbackUrl);
  }
  assert.equal(await placeAfter(Object.create(UserChanged.prototype), "/", signedIn), null);
  const stranger = { require: () => Promise.reject(new Error("SessionRequired")) };
  assert.equal(await placeAfter(check, "/", stranger), null);
  const away = failureOf(new AdapterError("Cannot read the database"));
  assert.deepEqual(away, { problem: messageOf("AdapterError"), status: 503, headers: {} });
  const limited = failureOf(new RateLimited("Cannot try again"));
  assert.deepEqual([limited.status, limited.headers], [429, { "retry-after": "60" }]);
  assert.match(messageOf("AdapterError"), /Try again in a moment/);
  const over = [InvalidCheck, TooManyWrongCodes, UserChanged, AdapterError, InvalidSecondFactor];
  assert.deepEqual(over.map((type) => isOver(Object.create(type.prototype))), [
    true,
    true,
    true,
    false,
    false,
  ]);
});

page.last();

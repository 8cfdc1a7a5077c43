/**
 * A mailer that throws, or does not answer: nothing is half stored, the page says what to do, and the next try works.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { MailOfBoth } from "./_database.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors, secretIn } from "./_second_factor.ts";
import { send } from "./_send.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const SETUP = "/auth/second-factor-setup";

/** A world whose mailer can be switched off. */
interface MailerWorld extends FactorWorld {
  /** Runs a request while the mailer is out of order. */
  whileDown<T>(run: () => Promise<T>): Promise<T>;
}

function openMailer(
  how: "throws" | "does not answer",
  options: Parameters<typeof openFactors>[0] = {},
): MailerWorld {
  let isDown = false;
  const world = openFactors({
    ...options,
    email: {
      mails: "both",
      sendVerificationRequest(mail) {
        if (!isDown) return void world.mails.push(mail as MailOfBoth);
        if (how === "throws") throw new Error("421 try again later");
        // The library waits for it by the clock of the test.
        setTimeout(() => world.platform.tick(30), 5);
        return new Promise<void>(() => {});
      },
    },
  });
  return {
    ...world,
    async whileDown(run) {
      isDown = true;
      try {
        return await run();
      } finally {
        isDown = false;
      }
    },
  };
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const how of ["throws", "does not answer"] as const) {
    const name = `with ${strategy} sessions and a mailer that ${how} (EM-20)`;
    const session = { strategy } as const;

    testForms(`a sign-in that must set up a second factor waits for the mail, ${name}`, async () => {
      const world = openMailer(how, { session, secondFactor: { required: true } });
      await world.db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: new Date() });
      const account = { userId: "1", type: "oauth", provider: "idp", providerAccountId: "ada" } as const;
      await world.db.adapter.linkAccount(account);
      let page = await world.whileDown(() => world.signIn());
      assert.equal(new URL(page.url).pathname, SETUP, world.log());
      // More often than codes may be wrong: no try is lost.
      for (let tries = 0; tries < 6; tries++) {
        assert.match(page.text, /We couldn't send the email\. Try again in a moment\./);
        assert.doesNotMatch(page.html, /name="mailCode"/);
        page = await world.whileDown(() => page.submit(SETUP));
      }
      assert.match(world.log(), /EmailSignInError: Cannot send the mail/);
      page = await page.submit(SETUP);
      assert.match(page.text, /We sent a code to ada@example\.com/);
      assert.doesNotMatch(page.text, /couldn't/);
      // Another one that fails takes nothing from the first.
      const other = await world.whileDown(() => again(world, page.url));
      assert.equal(new URL(other).searchParams.get("error"), "EmailSignInError");
      page = await world.browser.open(other);
      assert.match(page.text, /We couldn't send the email/);
      page = await page.submit(SETUP, { mailCode: world.mails.at(-1)!.code });
      const done = await page.submit(SETUP, { code: world.code({ secret: secretIn(page) }) });
      assert.match(done.text, /recovery codes/);
      assert.equal((await world.session())?.user.email, ADA);
    });

    testForms(`a user who turns a second factor on waits for the mail, ${name}`, async () => {
      const world = openMailer(how, { session });
      await world.register();
      await world.signOut();
      await world.enter();
      let page = await world.whileDown(() => world.browser.open(`${APP}${SETUP}?callbackUrl=/home`));
      assert.equal(new URL(page.url).pathname, SETUP, world.log());
      assert.match(page.text, /We couldn't send the email/);
      page = await world.whileDown(() => page.submit(SETUP));
      assert.match(page.text, /We couldn't send the email/);
      page = await page.submit(SETUP);
      page = await page.submit(SETUP, { mailCode: world.mails.at(-1)!.code });
      assert.notEqual(secretIn(page), "");
    });

    testForms(`a user with an unconfirmed address changes the password, ${name}`, async () => {
      const world = openMailer(how, { session, secondFactor: false });
      // Her provider vouches for no address.
      await world.signIn();
      const url = `${APP}/auth/password?callbackUrl=/home`;
      const page = await world.browser.open(url);
      const failed = await world.whileDown(() => page.submit("/auth/password", { password: GOOD }));
      assert.equal(new URL(failed.url).pathname, "/auth/password", world.log());
      assert.match(failed.text, /We couldn't send the email\. Try again in a moment\./);
      assert.deepEqual(world.db.tokens(), []);
      assert.match(world.log(), /EmailSignInError: Cannot send the mail/);
      const sent = await failed.submit("/auth/password", { password: GOOD });
      const done = await sent.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
      assert.equal(done.url, `${APP}/home`, world.log());
      await world.signOut();
      assert.equal((await world.enter()).url, `${APP}/home`, world.log());
    });
  }
}

/** Presses "Send it again". @returns Where it leads. */
async function again({ browser, platform }: MailerWorld, url: string): Promise<string> {
  platform.tick(30);
  const question = new URL(url).searchParams.get("question")!;
  const answer = await send(browser, "second-factor-setup", {
    question,
    action: "mail",
    callbackUrl: "/home",
  });
  return answer.headers.get("location")!;
}

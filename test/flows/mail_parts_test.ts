import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "./_database.ts";
import { APP, errorPage, SECRET } from "./_world.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import type { EmailConfig, VerificationRequest } from "../../src/model/provider.ts";
import { Resend } from "../../src/providers/resend.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { EmailProvider } from "../../src/setup/setup.ts";

const FORM = "/auth/callback/email";

/** Functions of an application that send a mail, as they are written for Auth.js and for queues. */
const SENDERS: Record<string, (mail: VerificationRequest, sent: Sent[]) => void | Promise<void>> = {
  "reads the link alone": ({ url }, sent) => void sent.push({ url }),
  "logs the request first": (mail, sent) => {
    JSON.stringify({ ...mail, request: null });
    sent.push({ url: mail.url });
  },
  "spreads the request into its own mailer": (mail, sent) => {
    const job = { ...mail, subject: "Sign in" };
    sent.push({ url: job.url });
  },
  "renders after it has returned": (mail, sent) => {
    setTimeout(() => sent.push({ url: mail.url, ...(mail.code && { code: mail.code }) }));
  },
};

interface Sent {
  readonly url: string;
  readonly code?: string;
}

for (const [what, send] of Object.entries(SENDERS)) {
  for (const mails of [undefined, "link", "both"] as const) {
    test(`the page asks for a code if \`mails\` says so, with a function that ${what}, and mails: ${mails}`, async () => {
      const sent: Sent[] = [];
      const world = openDatabase({
        email: { ...(mails && { mails }), sendVerificationRequest: (mail) => send(mail, sent) },
      });
      const page = await world.ask();
      await new Promise((resolve) => setTimeout(resolve));
      assert.equal(
        world.db.tokens().length,
        mails === "both" ? 2 : 1,
        "a permit for the code only if there is one",
      );
      assert.equal(/name="code"/.test(page.html), mails === "both");
      assert.match(
        page.text,
        mails === "both" ? /link and a code/ : /We sent a sign-in link to ada@example\.com \./,
      );
      if (sent[0]!.code) assert.equal((await page.submit(FORM, { code: sent[0]!.code })).url, `${APP}/home`);
      else assert.equal((await world.browser.open(sent[0]!.url)).url, `${APP}/home`);
    });
  }
}

test("Auth() gives sendVerificationRequest plain fields, and no code for a mail with the link alone", async () => {
  const requests: VerificationRequest[] = [];
  for (const mails of ["link", "both"] as const) {
    const world = openDatabase({ email: { mails, sendVerificationRequest: (it) => void requests.push(it) } });
    await world.ask();
  }
  for (const request of requests) {
    const fields = Object.values(Object.getOwnPropertyDescriptors(request));
    assert.ok(fields.every(({ get, enumerable }) => !get && enumerable));
  }
  assert.deepEqual(requests.map((it) => "code" in it), [false, true]);
});

test("a function that sends mails for the library mails both, in whichever provider it stands", () => {
  const own = Nodemailer({ server: "smtp://mail.test", from: "us@app.test" });
  for (const email of [own, { ...own, id: "email" }, Resend({ from: "us@app.test", apiKey: "a key" })]) {
    const { sendVerificationRequest } = email;
    assert.equal(completed({ ...email, sendVerificationRequest }).mails, "both");
    assert.equal(completed({ ...email, sendVerificationRequest: () => {} }).mails, "link");
    assert.equal(completed({ ...email, options: { ...email.options, mails: "both" } }).mails, "both");
    assert.throws(() => completed({ ...email, mails: "link" }), /the mail of the library has a code as well/);
    assert.throws(() => completed({ ...email, mails: "code" as "both" }), /`mails` must be "link" or "both"/);
  }
});

test('a function of the application that calls the library\'s own is told to write mails: "both"', async () => {
  const resend = Resend({ from: "us@app.test", apiKey: "a key" });
  const sendVerificationRequest = (mail: VerificationRequest) => resend.sendVerificationRequest(mail);
  const world = openDatabase({ email: { ...resend, id: "email", sendVerificationRequest } });
  assert.equal((await world.ask()).url, errorPage("Configuration"));
  assert.match(world.log(), /Write `mails: "both"` beside your `sendVerificationRequest`/);
  assert.deepEqual(world.db.tokens(), [], "nothing stays stored");
});

/** An email provider, completed in a config. */
function completed(email: EmailConfig): EmailProvider {
  const config = {
    providers: [email],
    adapter: Memory(),
    secret: SECRET,
    trustHost: true,
    platform: testPlatform(),
  };
  return setupOf(config, "https", { capabilities: ALL_CAPABILITIES }).providers.get(
    email.id,
  ) as EmailProvider;
}

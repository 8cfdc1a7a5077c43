/**
 * The request that each mail service is sent, and what it may answer.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EmailConfig, EmailUserConfig } from "../../src/model/provider.ts";
import type { Mail } from "../../src/providers/_mail.ts";
import { mailOf } from "../../src/providers/_mail_service.ts";
import { ForwardEmail } from "../../src/providers/forwardemail.ts";
import { Loops } from "../../src/providers/loops.ts";
import { Mailgun } from "../../src/providers/mailgun.ts";
import { Postmark } from "../../src/providers/postmark.ts";
import { Resend } from "../../src/providers/resend.ts";
import { SendGrid } from "../../src/providers/sendgrid.ts";
import { mailRequest, type TestMailService, testMailService, URL_OF_LINK } from "./_mail_request.ts";

/** A service, as its documentation shows it. */
interface Service {
  readonly create: (options: EmailUserConfig) => EmailConfig;
  readonly name: string;
  readonly url: string;
  /** How the request is authenticated: name and value of a header. */
  readonly auth: readonly [header: string, value: string];
  /** What the body of the request says. */
  readonly body: (mail: Mail) => object;
}

const FROM = "Example <sign-in@mg.example.com>";
const BEARER = ["authorization", "Bearer secret-key"] as const;

const SERVICES: Readonly<Record<string, Service>> = {
  forwardemail: {
    create: ForwardEmail,
    name: "Forward Email",
    url: "https://api.forwardemail.net/v1/emails",
    auth: ["authorization", `Basic ${btoa("secret-key:")}`],
    body: (mail) => ({ from: FROM, to: "ada@example.com", ...mail }),
  },
  loops: {
    create: (options) => Loops({ ...options, transactionalId: "clfq6" }),
    name: "Loops",
    url: "https://app.loops.so/api/v1/transactional",
    auth: BEARER,
    body: () => ({
      transactionalId: "clfq6",
      email: "ada@example.com",
      dataVariables: { url: URL_OF_LINK, code: "12345678" },
    }),
  },
  mailgun: {
    create: Mailgun,
    name: "Mailgun",
    url: "https://api.mailgun.net/v3/mg.example.com/messages",
    auth: ["authorization", `Basic ${btoa("api:secret-key")}`],
    body: ({ subject, html, text }) => ({
      from: FROM,
      to: "ada@example.com",
      subject,
      // Line ends of forms (HTML §4.10.21.8).
      html: html.replaceAll("\n", "\r\n"),
      text: text.replaceAll("\n", "\r\n"),
      "o:tracking-clicks": "no",
    }),
  },
  postmark: {
    create: Postmark,
    name: "Postmark",
    url: "https://api.postmarkapp.com/email",
    auth: ["x-postmark-server-token", "secret-key"],
    body: ({ subject, html, text }) => ({
      From: FROM,
      To: "ada@example.com",
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      MessageStream: "outbound",
      TrackLinks: "None",
    }),
  },
  resend: {
    create: Resend,
    name: "Resend",
    url: "https://api.resend.com/emails",
    auth: BEARER,
    body: (mail) => ({ from: FROM, to: "ada@example.com", ...mail }),
  },
  sendgrid: {
    create: SendGrid,
    name: "SendGrid",
    url: "https://api.sendgrid.com/v3/mail/send",
    auth: BEARER,
    body: ({ subject, html, text }) => ({
      personalizations: [{ to: [{ email: "ada@example.com" }] }],
      from: { email: "sign-in@mg.example.com", name: "Example" },
      subject,
      content: [{ type: "text/plain", value: text }, { type: "text/html", value: html }],
      tracking_settings: { click_tracking: { enable: false, enable_text: false } },
    }),
  },
};

/** Sends the mail of a sign-in. */
async function send(provider: EmailConfig, service?: TestMailService): Promise<void> {
  const request = mailRequest(provider, service);
  await request.provider.sendVerificationRequest(request);
}

async function fieldsOf(request: Request): Promise<unknown> {
  const isForm = request.headers.get("content-type")!.startsWith("multipart/form-data");
  return isForm ? Object.fromEntries(await request.formData()) : await request.json();
}

for (const [id, { create, name, url, auth, body }] of Object.entries(SERVICES)) {
  test(`${id} is sent the mail as its documentation says`, async () => {
    const service = testMailService();
    const provider = create({ from: FROM, apiKey: "secret-key", maxAge: 600 });
    assert.deepEqual([provider.id, provider.name, provider.type], [id, name, "email"]);
    assert.deepEqual(provider.options, { from: FROM, apiKey: "secret-key", maxAge: 600 });
    await send(provider, service);
    const [sent, ...more] = service.requests;
    assert.deepEqual(more, []);
    assert.deepEqual([sent!.method, sent!.url], ["POST", url]);
    assert.equal(sent!.headers.get(auth[0]), auth[1]);
    assert.equal(sent!.headers.get("accept"), "application/json");
    assert.deepEqual(await fieldsOf(sent!), body(mailOf(mailRequest(provider))));
  });

  test(`${id}: a mail that the service refuses is an error with its answer`, async () => {
    const service = testMailService(() => Response.json({ message: "not valid" }, { status: 422 }));
    await assert.rejects(
      send(create({ from: FROM, apiKey: "secret-key" }), service),
      new Error(`Cannot send the mail: ${name} answered 422: {"message":"not valid"}`),
    );
  });
}

test("Loops is not ready, and sends nothing, without the id of the transactional email", async () => {
  for (const transactionalId of ["", undefined]) {
    const provider = Loops({ transactionalId, apiKey: "secret-key" });
    const missing =
      /^Configuration: Cannot send mail with "loops": set its `transactionalId`, such as "cm0.+": .+\n {2}see /;
    assert.throws(() => provider.assertReady!({ ...provider, ...provider.options }), missing);
    await assert.rejects(send(provider), missing);
  }
});

test("an unknown region of Mailgun is refused", () => {
  for (const region of ["eu", "toString"]) {
    assert.throws(
      () => Mailgun({ from: "a@example.com", region: region as "EU" }),
      /`region` is "US" or "EU"/,
    );
  }
});

test("Mailgun is called in its region, with the domain of a sender without a name", async () => {
  for (const [region, host] of [["US", "api.mailgun.net"], ["EU", "api.eu.mailgun.net"]] as const) {
    const service = testMailService();
    await send(Mailgun({ from: "a@example.com", apiKey: "key", region }), service);
    assert.equal(service.requests[0]!.url, `https://${host}/v3/example.com/messages`);
  }
});

test("SendGrid is sent a sender without a name", async () => {
  const service = testMailService();
  await send(SendGrid({ from: "a@example.com", apiKey: "key" }), service);
  assert.deepEqual((await service.requests[0]!.json()).from, { email: "a@example.com" });
});

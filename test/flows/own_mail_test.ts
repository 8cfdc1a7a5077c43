/**
 * `auth.email.send()` and `outside(config).email.send()`: emails of the application in the look of those that sign in.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { outside } from "../../src/core/outside.ts";
import { runCall } from "../../src/core/functions.ts";
import { ConfigError, EmailSignInError, InvalidEmail } from "../../src/entries/errors.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { MailProvider } from "../../src/model/provider.ts";
import { Resend } from "../../src/providers/resend.ts";
import type { OwnMail } from "../../src/shapes/mail.ts";
import { APP, open } from "./_world.ts";

const INVOICE: OwnMail = {
  to: "Ada@Example.com",
  subject: "Your invoice from {app}\r\nBcc: eve@example.com",
  text: "It's <b>ready</b>.\n\nPay it by Friday.",
  button: { label: "Open the invoice", url: `${APP}/invoices/1?a=1&b=2` },
};

type Config = AuthConfig & { readonly providers: readonly [MailProvider] };

interface Sent {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Opens a world whose emails a service takes. @param status What it answers. */
function openMails(extra: Partial<AuthConfig> = {}, status = 200) {
  const sent: Sent[] = [];
  const world = open({
    url: APP,
    adapter: Memory(),
    theme: { name: "Acme", brandColor: "#0a5" },
    providers: () => [Resend({ apiKey: "key", from: "Acme <hello@acme.example>" })],
    ...extra as object,
  });
  world.platform.sites["https://api.resend.com"] = async (request) => {
    sent.push(await request.json());
    return new Response("{}", { status });
  };
  const config = world.config as unknown as Config;
  return { world, sent, config, send: (mail: OwnMail) => outside(config).email.send(mail) };
}

test("An email of the application has the look, the sender and the language of those that sign in", async () => {
  const { sent, send } = openMails();
  await send({ ...INVOICE, reason: "You're a customer of {app}.", language: "de" });
  const [mail] = sent;
  assert.deepEqual([mail!.from, mail!.to], ["Acme <hello@acme.example>", "ada@example.com"]);
  assert.equal(mail!.subject, "Your invoice from Acme Bcc: eve@example.com", "one line");
  assert.match(mail!.html, /<html lang="de"/);
  assert.match(mail!.html, /bgcolor="#0a5"/);
  assert.match(mail!.html, /It&#39;s &#60;b&#62;ready&#60;\/b&#62;\.<\/p>\s*<p[^>]*>Pay it by Friday\.<\/p>/);
  assert.match(mail!.html, /href="https:\/\/app\.test\/invoices\/1\?a=1&#38;b=2"/);
  assert.match(mail!.html, /Button funktioniert nicht\?/, "what the library adds is German");
  assert.match(mail!.text, /^It's <b>ready<\/b>\.\n\nPay it by Friday\.\n\nOpen the invoice\nhttps:/);
  assert.match(mail!.text, /You're a customer of Acme\./);
  assert.doesNotMatch(mail!.text, /sign in|anmelden|Code/i, "nothing of a sign-in");
});

test("An email that asks for nothing has no button, and no address", async () => {
  const { sent, send } = openMails({ theme: { name: "Acme", logo: "/logo.png" } });
  const { button: _, ...mail } = INVOICE;
  await send(mail);
  const [{ html, text }] = sent as [Sent];
  assert.equal(text, "It's <b>ready</b>.\n\nPay it by Friday.\n");
  assert.doesNotMatch(html, /<a |Button doesn/);
  assert.match(html, /src="https:\/\/app\.test\/logo\.png"/);
});

test("The host that a button leads to does not stand for the application", async () => {
  const { sent, send } = openMails({ theme: { logo: "/logo.png" } });
  await send({ ...INVOICE, button: { label: "Pay", url: "https://pay.example/1\r\n\r\nHello" } });
  const [{ subject, html, text }] = sent as [Sent];
  assert.equal(subject, "Your invoice from app.test Bcc: eve@example.com");
  assert.match(html, /src="https:\/\/app\.test\/logo\.png" alt="app\.test"/);
  assert.match(text, /Pay\nhttps:\/\/pay\.example\/1Hello\n/);
});

test("In a request, the language is that of the browser", async () => {
  const { world, sent } = openMails();
  const headers = new Headers({ "accept-language": "fr", cookie: "a=b" });
  const door = { userId: () => Promise.resolve(null), signInUrl: () => "", canSetCookies: () => true };
  await runCall(
    { method: "POST", url: `${APP}/order`, headers },
    { name: "email", call: "send", params: [INVOICE] },
    door,
    world.config as unknown as AuthConfig,
  );
  assert.match(sent[0]!.html, /<html lang="fr"/);
});

test("What cannot be sent says why, and nothing is sent", async () => {
  const { sent, send } = openMails();
  const wrong: readonly (readonly [Partial<Record<keyof OwnMail, unknown>>, RegExp])[] = [
    [{ subject: " " }, /Cannot use `email\.send\(\{ subject \}\)`: write a text/],
    [{ text: undefined }, /Cannot use `email\.send\(\{ text \}\)`: write a text/],
    [{ button: null }, /`email\.send\(\{ button \}\)`: write `\{ label, url \}`/],
    [{ button: { label: "Open", url: "javascript:alert(1)" } }, /with a URL of http or https/],
    [{ button: { label: "Open", url: "/invoices" } }, /with a URL of http or https/],
    [{ reason: 1 }, /`email\.send\(\{ reason \}\)`/],
    [{ language: 1 }, /`email\.send\(\{ language \}\)`/],
  ];
  for (const [fields, message] of wrong) {
    const refused = send({ ...INVOICE, ...fields } as OwnMail);
    await assert.rejects(
      refused,
      (error: unknown) => error instanceof ConfigError && message.test(error.message),
    );
  }
  for (const to of ["", "ada", "ada@example.com, eve@example.com"]) {
    await assert.rejects(send({ ...INVOICE, to }), InvalidEmail);
  }
  assert.deepEqual(sent, []);
  await assert.rejects(openMails({}, 500).send(INVOICE), EmailSignInError);
  const own = { id: "own", name: "Own", type: "email", sendVerificationRequest() {} } as const;
  const without = outside({ ...openMails().config, providers: [own] } as unknown as Config).email;
  await assert.rejects(without.send(INVOICE), /add a provider of email, such as `Resend`, to `providers`/);
});

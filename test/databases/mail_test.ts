import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { SMTPServer } from "npm:smtp-server@3.21.6";
import { Nodemailer, type SmtpOptions } from "../../src/providers/nodemailer.ts";
import { type DatabaseWorld, openDatabase } from "../flows/_database.ts";
import { APP, errorPage } from "../flows/_world.ts";
import { smtpServer } from "../providers/_smtp_server.ts";
import { faultProxy, type Moment } from "./_faults.ts";

const EMAIL = "ada@example.com";
const FAILED = `${APP}/auth/signin?callbackUrl=${encodeURIComponent(`${APP}/home`)}&error=EmailSignInError`;

test("Auth() with an SMTP server that drops the connection, at any moment: the next try works", async () => {
  await using server = await patientServer();
  const proxy = await faultProxy({ host: "127.0.0.1", port: server.port });
  const world = openWorld(proxy.port);
  let struck = 0;
  for (const moment of ["before", "during", "after"] satisfies Moment[]) {
    for (let at = 0;; at++) {
      proxy.arm(at, moment);
      const visitor = world.visitor();
      const page = await world.ask(EMAIL, visitor);
      if (!proxy.disarm()) break;
      struck++;
      // The server may have taken the mail and gone before it said goodbye.
      if (isSent(page.url)) continue;
      await assertNothingKept(world, page.url, `${moment} ${at}`, visitor);
    }
    await assertSignsIn(world, server.mails);
  }
  await proxy.close();
  // Connecting, greeting, envelope, mail: the client sends each at once.
  assert.ok(struck >= 12, `${struck} faults`);
});

test("Auth() with an SMTP server that falls silent, at any moment: the next try works", async () => {
  await using server = await patientServer();
  const proxy = await faultProxy({ host: "127.0.0.1", port: server.port });
  const world = openWorld(proxy.port, {
    connectionTimeout: 1000,
    greetingTimeout: 1000,
    socketTimeout: 1000,
  });
  let struck = 0;
  for (let at = 0;; at++) {
    proxy.arm(at, "hang");
    const visitor = world.visitor();
    const page = await world.ask(EMAIL, visitor);
    if (!proxy.disarm()) break;
    struck++;
    if (!isSent(page.url)) await assertNothingKept(world, page.url, `hang ${at}`, visitor);
  }
  assert.ok(struck >= 4, `${struck} faults`);
  await assertSignsIn(world, server.mails);
  await proxy.close();
});

test("Auth() with an SMTP server that refuses the recipient, the password, or the connection", async () => {
  await using server = await smtpServer({ user: "us", password: "right", refuses: "nobody@example.com" });
  const { port, ca } = server;
  const tls = { ca, servername: "localhost" };
  const right = { tls, auth: { user: "us", pass: "right" } };
  const refused = openWorld(port, right);
  const wrong = await refused.ask("nobody@example.com");
  assert.equal(wrong.url, FAILED.replace("EmailSignInError", "InvalidEmail"), refused.log());
  assert.match(wrong.text, /Enter a valid email address/);
  assert.deepEqual(refused.db.tokens(), []);
  await assertSignsIn(refused, server.mails);

  const locked = openWorld(port, { tls, auth: { user: "us", pass: "wrong" } });
  assert.equal((await locked.ask(EMAIL)).url, errorPage("Configuration"), locked.log());
  assert.deepEqual(locked.db.tokens(), []);
  assert.match(locked.log(), /the server rejects the user or the password in `server`/);
  const down = openWorld(1, right);
  const unsent = await down.ask(EMAIL);
  await assertNothingKept(down, unsent.url, "connection");
  assert.match(unsent.text, /We couldn't send the email\. Try again in a moment\./);
  assert.match(
    down.log(),
    /the server in `server` cannot be reached \(.*ECONNREFUSED.*Check its host and port/,
  );
  for (const { log } of [refused, locked, down]) assert.doesNotMatch(log(), /right|token=/);
});

test("Auth() does not reveal by the failure of a mail whether the address is known", async () => {
  const world = openWorld(1);
  await world.db.adapter.createUser({ id: "1", email: EMAIL, emailVerified: new Date() });
  const [known, unknown] = [await world.ask(EMAIL), await world.ask("nobody@example.com")];
  assert.equal(known.url, unknown.url);
  assert.equal(known.text, unknown.text);
});

/** A server that bears it when connections end in the middle of a mail. */
async function patientServer() {
  const mails: { readonly content: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      let content = "";
      stream.on("data", (part: Uint8Array) => content += new TextDecoder().decode(part));
      stream.on("error", () => {});
      stream.on("end", () => {
        mails.push({ content });
        callback(null);
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function openWorld(port: number, options: SmtpOptions = {}): DatabaseWorld {
  const server = { host: "127.0.0.1", port, ignoreTLS: !options.tls, ...options };
  const { sendVerificationRequest } = Nodemailer({ server, from: "sign-in@example.com" });
  return openDatabase({ email: { sendVerificationRequest, from: "sign-in@example.com" } });
}

function isSent(url: string): boolean {
  return url === `${APP}/auth/verify-request?provider=email&type=email`;
}

/** The page says so, and no token waits for anybody. */
async function assertNothingKept(
  { db, log, browser, sessionIn }: DatabaseWorld,
  url: string,
  place: string,
  visitor = browser,
) {
  assert.equal(decodeURIComponent(url), decodeURIComponent(FAILED), `${place}\n${log()}`);
  assert.deepEqual(db.tokens(), [], place);
  assert.equal(await sessionIn(visitor), null, place);
}

/** The mail comes, and its link signs in. */
async function assertSignsIn(world: DatabaseWorld, mails: readonly { readonly content: string }[]) {
  const browser = world.visitor();
  const page = await world.ask(EMAIL, browser);
  assert.ok(isSent(page.url), `${page.url}\n${world.log()}`);
  const text = mails.at(-1)!.content.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const [link] = text.match(/https:\/\/app\.test\/auth\/callback\/email\?[^\s"<]*/)!;
  assert.equal((await browser.open(link.replaceAll("&amp;", "&"))).url, `${APP}/home`, world.log());
  for (const { token, identifier } of world.db.tokens()) {
    await world.db.adapter.useVerificationToken({ token, identifier });
  }
}

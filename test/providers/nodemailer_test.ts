import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import { test } from "node:test";
import { createTransport } from "npm:nodemailer@10.6.0";
import { ConfigError } from "../../src/errors/errors.ts";
import { mailOf } from "../../src/providers/_mail_service.ts";
import { type MailTransport, Nodemailer } from "../../src/providers/nodemailer.ts";
import type { EmailConfig } from "../../src/model/provider.ts";
import { mailRequest } from "./_mail_request.ts";
import { smtpServer } from "./_smtp_server.ts";

const FROM = "Example <sign-in@example.com>";

test("the password of the mail server is not in the provider", () => {
  const provider = Nodemailer({ server: "smtps://user:password@smtp.example.com", from: FROM, maxAge: 600 });
  assert.equal(provider.id, "nodemailer");
  assert.equal(provider.name, "Nodemailer");
  assert.equal(provider.type, "email");
  assert.deepEqual(provider.options, { from: FROM, maxAge: 600 });
  assert.doesNotMatch(JSON.stringify(provider), /password/);
});

test("the mail server is passed to a sendVerificationRequest of the application, as Auth.js does", () => {
  const server = "smtps://user:password@smtp.example.com";
  const provider = Nodemailer({ server, from: FROM, sendVerificationRequest: () => {} });
  assert.equal(provider.server, server);
});

test("nothing is sent without a server that could be one of mail, and the provider is not ready", async () => {
  const missing =
    /^Configuration: Cannot send mail with "nodemailer": set its `server`, such as .+\n {2}see /;
  for (const server of [undefined, null, "", "smtp.example.com", "https://example.com"]) {
    const provider = Nodemailer({ server: server as string, from: FROM });
    assert.throws(() => provider.assertReady!({ ...provider, from: FROM }), missing);
    await assert.rejects(send(provider), missing);
  }
});

test("a sendVerificationRequest of the application needs neither server nor package", () => {
  assert.equal(Nodemailer({ sendVerificationRequest: () => {} }).assertInstalled, undefined);
});

test("the mail is sent over STARTTLS and with a password", async () => {
  await using server = await smtpServer({ user: "ada", password: "pass word" });
  const { port, ca } = server;
  const options = { host: "127.0.0.1", port, requireTLS: true, tls: { ca, servername: "localhost" } };
  const provider = Nodemailer({
    server: { ...options, auth: { user: "ada", pass: "pass word" } },
    from: FROM,
  });
  await send(provider);
  assert.equal(server.mails.length, 1);
  const [mail] = server.mails;
  assert.equal(mail!.secure, true);
  assert.equal(mail!.user, "ada");
  assert.equal(mail!.sender, "sign-in@example.com");
  assert.deepEqual(mail!.recipients, ["ada@example.com"]);
  assert.match(mail!.content, /^Subject: Sign in to app\.example\.com\r$/m);
  assert.match(mail!.content, /^From: Example <sign-in@example\.com>\r$/m);
  assert.match(mail!.content, /^To: ada@example\.com\r$/m);
  assert.match(mail!.content, /multipart\/alternative/);
  assert.match(mail!.content, /^1234 5678\r$/m);
});

test("a self-signed certificate of the mail server is rejected", async () => {
  await using server = await smtpServer();
  const provider = Nodemailer({ server: `smtp://127.0.0.1:${server.port}?requireTLS=true`, from: FROM });
  await assert.rejects(send(provider), /certificate/i);
  assert.deepEqual(server.mails, []);
});

test("the mail server may be a URL, with its options in the query", async () => {
  await using server = await smtpServer({ user: "a@b", password: "p@ss/word" });
  const auth = `${encodeURIComponent("a@b")}:${encodeURIComponent("p@ss/word")}`;
  const url = `smtp://${auth}@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`;
  await send(Nodemailer({ server: url, from: FROM }));
  assert.equal(server.mails[0]!.user, "a@b");
});

test("one mail after the other is sent, with and without a pool", async () => {
  await using server = await smtpServer();
  for (const pool of [false, true]) {
    const transport = createTransport({ host: "127.0.0.1", port: server.port, ignoreTLS: true, pool });
    const provider = Nodemailer({ server: transport, from: FROM });
    await send(provider);
    await send(provider);
    transport.close();
  }
  assert.equal(server.mails.length, 4);
});

test("the mail server may be a transport of any kind", async () => {
  const sent: unknown[] = [];
  const plugin = {
    name: "test",
    version: "1",
    // deno-lint-ignore no-explicit-any -- Nodemailer's own types are not public here
    send(mail: any, callback: (error: null, result: object) => void) {
      sent.push(mail.data.to);
      callback(null, { accepted: [] });
    },
  };
  await send(Nodemailer({ server: plugin, from: FROM }));
  assert.deepEqual(sent, [{ name: "", address: "ada@example.com" }]);
});

test("a ready transport is handed the mail", async () => {
  const mails: unknown[] = [];
  const provider = Nodemailer({ server: transportThat({}, mails), from: FROM });
  await send(provider);
  const to = { name: "", address: "ada@example.com" };
  assert.deepEqual(mails, [{ from: FROM, to, ...mailOf(mailRequest(provider)) }]);
});

test("a mail whose recipient the server refuses fails", async () => {
  await using server = await smtpServer({ refuses: "ada@example.com" });
  await assert.rejects(send(plain(server.port)), /550|recipient/i);
  assert.deepEqual(server.mails, []);
});

test("a mail fails whose recipients are rejected or pending", async () => {
  for (
    const [result, reason] of [[{ rejected: ["a"] }, /rejected/], [{ pending: ["a"] }, /deferred/]] as const
  ) {
    await assert.rejects(send(Nodemailer({ server: transportThat(result), from: FROM })), reason);
  }
});

for (
  const [what, greet, options, reason] of [
    ["drops the connection", (socket: Socket) => socket.destroy(), {}, /clos|ECONNRESET/i],
    ["never greets", () => {}, { greetingTimeout: 100 }, /greeting/i],
    ["falls silent", (socket: Socket) => socket.write("220 hello\r\n"), { socketTimeout: 100 }, /timeout/i],
  ] as const
) {
  test(`a mail fails soon, where the mail server ${what}`, async () => {
    await using server = await tcpServer(greet);
    const started = performance.now();
    await assert.rejects(send(plain(server.port, options)), reason);
    assert.ok(performance.now() - started < 30_000);
  });
}

test("a mail fails where no server listens", async () => {
  const { port, [Symbol.asyncDispose]: close } = await tcpServer(() => {});
  await close();
  await assert.rejects(send(plain(port)), /ECONNREFUSED/);
});

test("a mail server is waited for ten seconds, no matter which Nodemailer's defaults are", async () => {
  const seen: Record<string, unknown>[] = [];
  const getSocket = (options: Record<string, unknown>, callback: (error: Error) => void) => {
    seen.push(options);
    callback(new Error("enough"));
  };
  await assert.rejects(send(plain(25, { getSocket })), /enough/);
  const { connectionTimeout, greetingTimeout, socketTimeout } = seen[0]!;
  assert.deepEqual([connectionTimeout, greetingTimeout, socketTimeout], [10_000, 10_000, 10_000]);
});

test("Nodemailer mails to one address only", async () => {
  const mails: unknown[] = [];
  const provider = Nodemailer({ server: transportThat({}, mails), from: FROM });
  await assert.rejects(send(provider, "a@example.com,b@example.com"), /a single plain address/);
  assert.deepEqual(mails, []);
});

test("a rejected password of the mail server is a config error, a rejected recipient is not", async () => {
  await using server = await smtpServer({ user: "ada", password: "right", refuses: "eve@example.com" });
  const options = { tls: { rejectUnauthorized: false }, ignoreTLS: false };
  const wrong = plain(server.port, { ...options, auth: { user: "ada", pass: "wrong" } });
  await assert.rejects(send(wrong), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /the server rejects the user or the password in `server`/);
    assert.doesNotMatch(error.message, /wrong/);
    return true;
  });
  const right = plain(server.port, { ...options, auth: { user: "ada", pass: "right" } });
  await assert.rejects(send(right, "eve@example.com"), (error) => !(error instanceof ConfigError));
  assert.deepEqual(server.mails, []);
});

async function send(provider: EmailConfig, identifier = "ada@example.com"): Promise<void> {
  const request = mailRequest(provider, { identifier });
  await request.provider.sendVerificationRequest(request);
}

function plain(port: number, options: object = {}): EmailConfig {
  return Nodemailer({ server: { host: "127.0.0.1", port, ignoreTLS: true, ...options }, from: FROM });
}

function transportThat(result: object, mails: unknown[] = []): MailTransport {
  return {
    sendMail(mail) {
      mails.push(mail);
      return Promise.resolve(result);
    },
  };
}

/** A server of a few bytes. */
async function tcpServer(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

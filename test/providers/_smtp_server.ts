/**
 * A real SMTP server that takes down the mails it is sent.
 *
 * @module
 */

import type { AddressInfo } from "node:net";
import { SMTPServer } from "npm:smtp-server@3.21.6";
import { CERTIFICATE, KEY } from "../_certificate.ts";

/** A mail as it came. */
export interface ReceivedMail {
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** Who had logged in. */
  readonly user: string | undefined;
  /** Address of the sender, of the envelope. */
  readonly sender: string;
  /** Addresses of the recipients, of the envelope. */
  readonly recipients: readonly string[];
  /** Header and body. */
  readonly content: string;
}

/** A running server. */
export interface TestSmtpServer extends AsyncDisposable {
  /** Its port on 127.0.0.1. */
  readonly port: number;
  /** The certificate of `localhost`, signed by itself. */
  readonly ca: string;
  /** What it was sent. */
  readonly mails: readonly ReceivedMail[];
}

/** What a server asks for and refuses. */
export interface SmtpServerOptions {
  /** Who may send. Default: everybody. */
  readonly user?: string;
  /** With which password. */
  readonly password?: string;
  /** A recipient that does not exist. */
  readonly refuses?: string;
}

/** Starts a server. */
export async function smtpServer(
  { user, password, refuses }: SmtpServerOptions = {},
): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    authOptional: user === undefined,
    onAuth(auth, _session, callback) {
      if (auth.username === user && auth.password === password) callback(null, { user });
      else callback(new Error("wrong user name or password"));
    },
    onRcptTo({ address }, _session, callback) {
      callback(
        address === refuses ? Object.assign(new Error("no such recipient"), { responseCode: 550 }) : null,
      );
    },
    async onData(stream, session, callback) {
      let content = "";
      for await (const part of stream) content += part;
      const { secure, user, envelope: { mailFrom, rcptTo } } = session;
      const recipients = rcptTo.map(({ address }) => address);
      mails.push({ secure, user, sender: mailFrom ? mailFrom.address : "", recipients, content });
      callback(null);
    },
  });
  // What a client does to a connection is not the server's failure.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    ca: CERTIFICATE,
    mails,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

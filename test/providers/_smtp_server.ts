/**
 * A real SMTP server that takes down the mails it is sent.
 *
 * @module
 */

import type { AddressInfo } from "node:net";
import { SMTPServer } from "npm:smtp-server@3.21.6";

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

/** For these tests only, until 2126: `openssl req -x509 -newkey ec -subj /CN=localhost …`. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg796sCJAqa2oJ7sl7
liIpzCrZHeZGS1tr28o0YJHOFoqhRANCAASaIdUfmTQ0qBoJWYeqE2MLe+0byKXB
FTpEdi5S6Eyhk2RbHjpWMcQH/AF1AL8SYnTm4OR4sLGWqxaQc8Ka5QwO
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUAKJGbpyBb6yWPjBc1eRpKlMon40wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDA1NDI0N1oYDzIxMjYxMDI3
MDU0MjQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASaIdUfmTQ0qBoJWYeqE2MLe+0byKXBFTpEdi5S6Eyhk2RbHjpWMcQH
/AF1AL8SYnTm4OR4sLGWqxaQc8Ka5QwOo2kwZzAdBgNVHQ4EFgQULvTuKmUmeJaj
AIeBVPMz4YZZDKIwHwYDVR0jBBgwFoAULvTuKmUmeJajAIeBVPMz4YZZDKIwFAYD
VR0RBA0wC4IJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SAAwRQIgEwF+0wJYG+VNiL81WkvNC5yYsusnuiG8/KK+E0r6mF8CIQC6Z+knCVyN
AUYDPbfZq5L76lgnzuZ3qncnUSiNbNuCmQ==
-----END CERTIFICATE-----
`;

/**
 * A mail server that delivers no mail. The demo shows received mails in its inbox.
 *
 * @module
 */

import type { AddressInfo } from "node:net";
import { SMTPServer } from "npm:smtp-server@3.21.6";

/** A received mail. */
export interface Mail {
  /** Number of the mail, from 1. */
  readonly id: number;
  /** When it was received. */
  readonly received: Date;
  /** Address of the recipient. */
  readonly to: string;
  /** Subject. */
  readonly subject: string;
  /** The plain text part. */
  readonly text: string;
  /** The HTML part. */
  readonly html: string;
}

/** A running mail server. */
export interface MailServer {
  /** Its URL, such as `smtp://127.0.0.1:2525`. */
  readonly url: string;
  /** Received mails, the newest first. */
  readonly mails: () => readonly Mail[];
  /** Stops it. */
  close(): Promise<void>;
}

/** Number of mails to keep. */
const MOST = 50;

/** Starts the server, reachable from this computer only. */
export async function startMailServer(): Promise<MailServer> {
  let mails: readonly Mail[] = [];
  const server = new SMTPServer({
    // Both ends are in one process, so TLS and authentication are not needed.
    disabledCommands: ["AUTH", "STARTTLS"],
    async onData(stream, { envelope }, done) {
      let content = "";
      for await (const chunk of stream.setEncoding("latin1")) content += chunk;
      const to = envelope.rcptTo.map(({ address }) => address).join(", ");
      const mail = { id: (mails[0]?.id ?? 0) + 1, received: new Date(), to, ...parseMail(content) };
      mails = [mail, ...mails].slice(0, MOST);
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Parses a mail with one text and one HTML part, as Nodemailer writes it (RFC 2046 §5.1). */
function parseMail(content: string): Pick<Mail, "subject" | "text" | "html"> {
  const { head, body } = parsePart(content);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => parsePart(part.trimStart())) : [];
  const find = (type: string) => {
    const part = parts.find(({ head }) => head.includes(`Content-Type: ${type}`));
    return part ? decode(part) : "";
  };
  const subject = /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? "";
  return { subject, text: find("text/plain"), html: find("text/html") };
}

interface Part {
  readonly head: string;
  readonly body: string;
}

function parsePart(content: string): Part {
  const [head = "", body = ""] = content.split(/\r?\n\r?\n(.*)/s);
  // Unfolds long fields: a continuation line begins with a space (RFC 5322 §2.2.3).
  return { head: head.replaceAll(/\r?\n[ \t]+/g, " "), body };
}

function decode({ head, body }: Part): string {
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1];
  const bytes = encoding === "base64"
    ? atob(body.replaceAll(/\s/g, ""))
    : encoding === "quoted-printable"
    ? body.replaceAll(/=\r?\n/g, "").replaceAll(/=([\dA-F]{2})/g, (_, hex) =>
      String.fromCharCode(parseInt(hex, 16)))
    : body;
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

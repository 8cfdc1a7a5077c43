/**
 * Sign-in by mail, sent with Nodemailer over SMTP.
 *
 * @module
 */

import { ConfigError } from "../errors.ts";
import { mailOf, recipientOf, senderOf } from "./_mail_service.ts";
import { isRecent, withTimeouts } from "./_smtp.ts";
import type { EmailConfig, EmailUserConfig, VerificationRequest } from "./types.ts";

/** Options of Nodemailer's SMTP transport: the usual ones. */
export interface SmtpOptions {
  /** Name or address of the server. */
  readonly host?: string;
  /** Port. Default 465 with `secure`, else 587. */
  readonly port?: number;
  /** Whether the connection begins with TLS. Default: if the port is 465. */
  readonly secure?: boolean;
  /** Whether a connection that does not begin with TLS must change to it (STARTTLS). Default `false`: if the server offers it. */
  readonly requireTLS?: boolean;
  /** Who logs in. */
  readonly auth?: object;
  /** Options of the TLS connection. */
  readonly tls?: object;
  /** Whether connections are kept for the next mail. Default `false`. */
  readonly pool?: boolean;
  /** How long connecting may take, in milliseconds. Default 10 000. */
  readonly connectionTimeout?: number;
  /** How long the server may be silent before it greets, in milliseconds. Default 10 000. */
  readonly greetingTimeout?: number;
  /** How long the server may be silent later, in milliseconds. Default 10 000. */
  readonly socketTimeout?: number;
}

/** What sends a mail, as `createTransport` of Nodemailer returns it. */
export interface MailTransport {
  /** Sends a mail. */
  sendMail(mail: OutgoingMail): Promise<MailResult>;
}

/** A mail as Nodemailer takes it. */
export interface OutgoingMail {
  /** Sender. */
  readonly from: string;
  /** The one recipient. */
  readonly to: { readonly name: string; readonly address: string };
  /** Subject. */
  readonly subject: string;
  /** The plain text part. */
  readonly text: string;
  /** The HTML part. */
  readonly html: string;
}

/** What became of a mail. */
export interface MailResult {
  /** Addresses that the server refused. */
  readonly rejected?: readonly unknown[];
  /** Addresses that the server puts off. */
  readonly pending?: readonly unknown[];
}

/** What an application may write for Nodemailer. */
export type NodemailerOptions = EmailUserConfig & {
  /** Sender of the mail: `Name <mail@example.com>`, or the address alone. */
  readonly from: string;
  /**
   * The server: `smtp://user:password@host:587` or `smtps://…`, options of any transport of Nodemailer, a transport, or
   * what `createTransport` returns.
   */
  readonly server: string | SmtpOptions | MailTransport | object;
};

/**
 * Describes sign-in by mail, sent with Nodemailer: over SMTP, or with any other of its transports.
 *
 * - Needs the package `nodemailer`, and a runtime with TCP: Deno, Node or Bun.
 * - Parts of the URL are percent-encoded: a `@` in the password is `%40`. Further options may stand in its query:
 *   `smtp://host?requireTLS=true`.
 * - A server that does not answer is given up after 10 seconds; see {@linkcode SmtpOptions}.
 *
 * @param options What the application sets itself; it wins over the defaults.
 * @throws {TypeError} without `server`, or with a text that is no URL of an SMTP server.
 * @see {@link https://nodemailer.com/smtp | SMTP transport}
 *
 * @example
 * ```ts
 * import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
 *
 * const provider = Nodemailer({
 *   server: "smtps://user:password@smtp.example.com",
 *   from: "Example <sign-in@example.com>",
 * });
 * console.assert(provider.id === "nodemailer");
 * ```
 */
export function Nodemailer(options: NodemailerOptions): EmailConfig {
  const { server, ...others } = options;
  assertServer(server);
  let transport: MailTransport | undefined;
  return {
    id: "nodemailer",
    name: "Nodemailer",
    type: "email",
    sendVerificationRequest: async (request) =>
      await send(request, transport ??= await openTransport(server, request.provider)),
    assertReady: (provider) => void senderOf(provider),
    options: others,
  };
}

export default Nodemailer;

type Server = NodemailerOptions["server"];

function assertServer(server: unknown): asserts server is Server {
  if (typeof server === "string" ? /^smtps?:\/\//i.test(server) : typeof server === "object" && server) {
    return;
  }
  throw new TypeError(
    'Cannot set up "nodemailer": set `server`, such as "smtps://user:password@smtp.example.com"',
  );
}

async function openTransport(server: Server, { id }: EmailConfig): Promise<MailTransport> {
  if (isTransport(server)) return server;
  const { createTransport } = await loadMailer(id);
  const transport = createTransport(withTimeouts(server));
  // A transport of the application's own has a version of its own.
  if (typeof server === "object" && "send" in server || isRecent(transport)) return transport;
  throw new ConfigError(`Cannot send mail with "${id}": the package \`nodemailer\` is too old; ${INSTALL}`, {
    provider: id,
  });
}

const INSTALL = "run `npm install nodemailer@^10`";

async function loadMailer(id: string): Promise<Mailer> {
  try {
    return await import("npm:nodemailer@^10.6.0");
  } catch (error) {
    throw new ConfigError(
      `Cannot send mail with "${id}": the package \`nodemailer\` is missing; ${INSTALL}`,
      {
        err: error as Error,
        provider: id,
      },
    );
  }
}

/** What is used of the package. */
interface Mailer {
  createTransport(server: string | object): MailTransport;
}

function isTransport(server: object | string): server is MailTransport {
  return typeof server === "object" && "sendMail" in server;
}

async function send(request: VerificationRequest, transport: MailTransport): Promise<void> {
  const { from } = senderOf(request.provider);
  // As an object, the address is not searched for further ones.
  const to = { name: "", address: recipientOf(request) };
  const { rejected = [], pending = [] } = await deliver({ from, to, ...mailOf(request) }, transport);
  if (rejected.length) throw new Error("Cannot send the mail: the server refused the recipient");
  if (pending.length) throw new Error("Cannot send the mail: the server puts the recipient off");
}

/** @throws {ConfigError} if the server refuses the application, and not only this mail. */
async function deliver(mail: OutgoingMail, transport: MailTransport): Promise<MailResult> {
  try {
    return await transport.sendMail(mail);
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code !== "EAUTH") throw error;
    throw new ConfigError("Cannot send the mail: the server refuses the user or the password in `server`", {
      err: error as Error,
    });
  }
}

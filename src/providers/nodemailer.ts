/**
 * Sign-in by email, sent with Nodemailer over SMTP.
 *
 * @module
 */

import { ConfigError, InvalidEmail } from "../errors/errors.ts";
import { mailOf, mailProvider, recipientOf, senderOf, sendsMail } from "./_mail_service.ts";
import { isRecent, toMailError, withTimeouts } from "./_smtp.ts";
import type { EmailConfig, EmailUserConfig, MailProvider, VerificationRequest } from "../model/provider.ts";

/** The most common options of Nodemailer's SMTP transport. */
export interface SmtpOptions {
  /** Name or address of the server. Default `localhost`. */
  readonly host?: string;
  /** Port. Default 465 with `secure`, else 587. */
  readonly port?: number;
  /** Whether the connection begins with TLS. Default: `true` for port 465. */
  readonly secure?: boolean;
  /** Whether a connection that begins without TLS must upgrade (STARTTLS). Default `false`: it upgrades if the server offers it. */
  readonly requireTLS?: boolean;
  /** Credentials for the server: `user` and `pass`, or OAuth 2. Default: none. */
  readonly auth?: object;
  /** Options of the TLS connection, as `tls.connect()` of Node takes them. Default: those of Node. */
  readonly tls?: object;
  /** Whether to reuse connections. Default `false`. */
  readonly pool?: boolean;
  /** Time limit for connecting, in milliseconds. Default 10 000. */
  readonly connectionTimeout?: number;
  /** Time limit for the greeting, in milliseconds. Default 10 000. */
  readonly greetingTimeout?: number;
  /** Time limit for inactivity after the greeting, in milliseconds. Default 10 000. */
  readonly socketTimeout?: number;
}

/** A mail transport, as `createTransport` of Nodemailer returns it. */
export interface MailTransport {
  /** Sends an email. */
  sendMail(mail: OutgoingMail): Promise<MailResult>;
}

/** An email, in the format of Nodemailer. */
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

/** The result of sending an email. */
export interface MailResult {
  /** Addresses that the server rejected. */
  readonly rejected?: readonly unknown[];
  /** Addresses that the server deferred. */
  readonly pending?: readonly unknown[];
}

/** Options of `Nodemailer()`. */
export type NodemailerOptions = EmailUserConfig & {
  /** Sender of the email: `Name <mail@example.com>`, or the address alone. Default: none: the log asks for it. */
  readonly from?: string | undefined;
  /**
   * The server: a URL (`smtp://user:password@host:587` or `smtps://…`), options of any transport of Nodemailer, a
   * transport, or the result of `createTransport`. Default: none: the log asks for it.
   */
  readonly server?: string | SmtpOptions | MailTransport | object | undefined;
};

/**
 * Describes sign-in by email, sent with Nodemailer: over SMTP, or with another of its transports.
 *
 * - Needs the package `nodemailer`, and a runtime with TCP: Deno, Node or Bun.
 * - Percent-encode the parts of the URL: an `@` in the password is `%40`. Its query can contain further options:
 *   `smtp://host?requireTLS=true`.
 * - By default, the connection times out after 10 seconds without an answer; see {@linkcode SmtpOptions}.
 *
 * @param options Settings of the application. They override the defaults.
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
export function Nodemailer(options: NodemailerOptions): MailProvider {
  const { server, ...others } = options;
  let transport: MailTransport | undefined;
  return mailProvider({
    id: "nodemailer",
    name: "Nodemailer",
    type: "email",
    // Only a function of the application reads it: it contains the password.
    ...(options.sendVerificationRequest && { server }),
    sendVerificationRequest: sendsMail(async (request) =>
      await send(request, transport ??= await openTransport(server, request.provider))
    ),
    assertReady(provider) {
      serverOf(server, provider);
      senderOf(provider);
    },
    // A function of the application may need no server.
    ...(isServer(server) && {
      assertInstalled: async (provider) => void await openTransport(server, provider),
    }),
    options: others,
  });
}

export default Nodemailer;

type Server = NonNullable<NodemailerOptions["server"]>;

function isServer(server: unknown): server is Server {
  return typeof server === "string"
    ? /^smtps?:\/\//i.test(server)
    : typeof server === "object" && server !== null;
}

/** @throws {ConfigError} if there is none, as without an environment variable, or if it is not one. */
function serverOf(server: unknown, { id }: EmailConfig): Server {
  if (isServer(server)) return server;
  throw new ConfigError(
    `Cannot send mail with "${id}": set its \`server\`, such as "smtps://user:password@smtp.example.com", and its \`from\`, such ` +
      'as "Name <mail@example.com>"; or send the mails yourself, with `mails: "both", sendVerificationRequest: async ({ ' +
      "identifier, url, code }) => { … }`",
    { provider: id },
  );
}

async function openTransport(given: unknown, provider: EmailConfig): Promise<MailTransport> {
  const server = serverOf(given, provider);
  const { id } = provider;
  if (isTransport(server)) return server;
  const { createTransport } = await loadMailer(id);
  const transport = createTransport(withTimeouts(server));
  // A custom transport has its own version number.
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

/** The part of the package that is used. */
interface Mailer {
  createTransport(server: string | object): MailTransport;
}

function isTransport(server: object | string): server is MailTransport {
  return typeof server === "object" && "sendMail" in server;
}

async function send(request: VerificationRequest, transport: MailTransport): Promise<void> {
  const { from } = senderOf(request.provider);
  // Nodemailer does not parse an object for further addresses.
  const to = { name: "", address: recipientOf(request) };
  const { rejected = [], pending = [] } = await deliver({ from, to, ...mailOf(request) }, transport);
  if (rejected.length) throw new InvalidEmail("Cannot send the mail: the server rejected the recipient");
  if (pending.length) throw new Error("Cannot send the mail: the server deferred the recipient");
}

/** @throws an error that says what is wrong: the setup, the address, or the server; see `toMailError`. */
async function deliver(mail: OutgoingMail, transport: MailTransport): Promise<MailResult> {
  try {
    return await transport.sendMail(mail);
  } catch (error) {
    throw toMailError(error);
  }
}

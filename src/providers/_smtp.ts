/**
 * Time-outs and failures of SMTP connections, and the version of Nodemailer.
 *
 * @module
 */

import { ConfigError, InvalidEmail } from "../errors/errors.ts";

/** How long a server may be silent, in milliseconds. Nodemailer's own defaults are minutes, longer than users wait. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/** Adds time-outs to an argument of `createTransport` of Nodemailer, unless it sets them. */
export function withTimeouts(server: string | object): string | object {
  if (typeof server === "string") return urlWithTimeouts(server);
  // A transport has no options to add to.
  if ("send" in server) return server;
  if ("url" in server && typeof server.url === "string") {
    return { ...server, url: urlWithTimeouts(server.url) };
  }
  return { ...TIMEOUTS, ...server };
}

/** Nodemailer reads options from the query. */
function urlWithTimeouts(url: string): string {
  const [base, query] = url.split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(TIMEOUTS)) {
    if (!params.has(name)) params.set(name, String(value));
  }
  return `${base}?${params}`;
}

/** The oldest version of Nodemailer that the package allows: major, minor, patch. */
export const OLDEST = [9, 1, 1] as const;

/** Whether Nodemailer is recent enough. Its own transports carry the version of the package. */
export function isRecent(transport: object): boolean {
  const { transporter } = transport as { readonly transporter?: { readonly version?: unknown } };
  const [, ...version] = /^(\d+)\.(\d+)\.(\d+)/.exec(String(transporter?.version)) ?? [];
  const i = OLDEST.findIndex((part, at) => Number(version[at] ?? part) !== part);
  return i === -1 || Number(version[i]) > OLDEST[i]!;
}

/** The fields of an error of Nodemailer that say what failed. */
interface SmtpFailure {
  readonly message?: string;
  /** Kind of the failure, by Nodemailer. */
  readonly code?: string;
  /** The command that the server refused. */
  readonly command?: string;
  /** The status of its answer (RFC 5321 §4.2). */
  readonly responseCode?: number;
  /** The answer, mostly with an enhanced status such as 5.1.1 (RFC 3463). */
  readonly response?: string;
}

/** Kinds of failures before the server has answered a command. */
const UNREACHABLE = new Set(["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS", "EPROTOCOL", "EPROXY"]);

/**
 * Returns the error for an email that was not sent: a `ConfigError` if the server refuses the credentials or the sender, an
 * `InvalidEmail` if it refuses the address of the recipient, and for a server that cannot be reached, one that says so.
 */
export function toMailError(error: unknown): unknown {
  const { code, message, command, responseCode = 0, response = "" } = Object(error) as SmtpFailure;
  const cause = { err: error as Error };
  if (code === "EAUTH") {
    return new ConfigError(
      "Cannot send the mail: the server rejects the user or the password in `server`",
      cause,
    );
  }
  if (command === "MAIL FROM" && responseCode >= 500) {
    return new ConfigError("Cannot send the mail: the server rejects the sender in `from`", cause);
  }
  if (command === "RCPT TO" && isUnknownMailbox(responseCode, response)) {
    return new InvalidEmail("Cannot send the mail: the server rejects the address of the recipient", cause);
  }
  if (!code || !UNREACHABLE.has(code)) return error;
  return new Error(
    `Cannot send the mail: the server in \`server\` cannot be reached (${message}). Check its host and port, and whether a ` +
      "firewall lets the connection through",
    { cause: error },
  );
}

/** Without an enhanced status, a permanent refusal is one of the mailbox. 5.7 is a rule of the server, 4 is for later. */
function isUnknownMailbox(status: number, response: string): boolean {
  const [, subject] = /^\d{3}[ -]5\.(\d+)\.\d+/.exec(response) ?? [];
  return [501, 550, 551, 553].includes(status) && (subject === undefined || subject === "1");
}

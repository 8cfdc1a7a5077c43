/**
 * Sign-in by mail, under the name that Auth.js 4 gave it.
 *
 * @module
 */

import { Nodemailer, type NodemailerOptions } from "./nodemailer.ts";
import type { EmailConfig } from "../model/provider.ts";

/** Options of `Email()`. */
export type EmailOptions = NodemailerOptions;

/**
 * Describes sign-in by mail, sent with Nodemailer, with the id `email`.
 *
 * - For an application whose links and tables have the id `email`. A new one takes `Nodemailer`.
 *
 * @param options Settings of the application. They override the defaults.
 * @deprecated Use `Nodemailer`.
 *
 * @example
 * ```ts
 * import { Email } from "@latchkey/auth/providers/email";
 *
 * const provider = Email({
 *   server: "smtps://user:password@smtp.example.com",
 *   from: "Example <sign-in@example.com>",
 * });
 * console.assert(provider.id === "email");
 * ```
 */
export function Email(options: EmailOptions): EmailConfig {
  return { ...Nodemailer(options), id: "email", name: "Email" };
}

export default Email;

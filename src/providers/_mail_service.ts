/**
 * Shared by the providers of mail services: creates the email for a request and sends it over HTTP.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import { withCapability } from "../sign_in/capability.ts";
import { mail } from "../sign_in/mail/capability.ts";
import { isMailPicture, type Mail, signInMail } from "./_mail.ts";
import type { EmailConfig, EmailUserConfig, MailProvider, VerificationRequest } from "../model/provider.ts";

/** A call to an email service. */
interface MailServiceCall {
  /** Name of the service, for errors. */
  readonly service: string;
  /** URL of its endpoint. */
  readonly url: string;
  /** Headers, among them the authentication. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is `FormData`. */
  readonly body: FormData | object;
}

/** An email to send, and what a service must know of its sender. */
interface OutgoingMail {
  /** Subject and bodies. */
  readonly mail: Mail;
  /** The recipient: one address. */
  readonly to: string;
  /** The sender. */
  readonly sender: Sender;
  /** The key of the service. */
  readonly key: string;
}

/** Default lifetime of link and code, in seconds; the same in the rest of the library. */
const DEFAULT_MAX_AGE = 3600;

/** Longest answer of a service that an error message quotes, in characters. */
const MAX_ANSWER = 300;

/**
 * Describes sign-in by email, sent with a service.
 *
 * @param toCall Makes the call that sends an email.
 */
export function mailService(
  { id, name, options }: Pick<EmailConfig, "id" | "name"> & { readonly options: EmailUserConfig },
  toCall: (outgoing: OutgoingMail) => Omit<MailServiceCall, "service">,
): MailProvider {
  return mailProvider({
    id,
    name,
    type: "email",
    sendVerificationRequest: sendsMail(async (request) => {
      const { provider } = request;
      const to = recipientOf(request);
      const outgoing = { mail: mailOf(request), to, sender: senderOf(provider), key: keyOf(provider) };
      await callMailService(request, { service: name, ...toCall(outgoing) });
    }),
    assertReady(provider) {
      senderOf(provider);
      keyOf(provider);
    },
    options,
  });
}

/** Brings the code of sign-in by email with a provider. */
export function mailProvider(definition: EmailConfig): MailProvider {
  return withCapability(definition, mail);
}

/** A function that sends an email with a link and a code, and states so. */
type SenderOfBoth = ((request: VerificationRequest) => Promise<void>) & { readonly mails: "both" };

/** Marks a function that mails link and code: an application may put it into a provider of its own. */
export function mailsBoth(send: (request: VerificationRequest) => Promise<void>): SenderOfBoth {
  return Object.assign(send, { mails: "both" } as const);
}

/** Marks a function that sends the email of the library, with the logo of the theme. */
export function sendsMail(send: (request: VerificationRequest) => Promise<void>): SenderOfBoth {
  return Object.assign(mailsBoth(send), { canShow: isMailPicture, notices: true });
}

/**
 * The code of an email.
 *
 * @throws {ConfigError} if there is none, because a function of the application called that of the library.
 */
export function codeOf({ code, provider: { id } }: VerificationRequest): string {
  if (code !== undefined) return code;
  throw new ConfigError(
    `Cannot send mail with "${id}": its mail has a code. Write \`mails: "both"\` beside your \`sendVerificationRequest\``,
    { provider: id },
  );
}

/** Creates the email for a request. @throws {ConfigError} if the request has no code. */
export function mailOf(request: VerificationRequest): Mail {
  const { url, otherUrl = null, theme, provider, locale } = request;
  return signInMail({
    url,
    otherUrl,
    // Only the sign-in mail always has a code.
    code: request.purpose === "signIn" ? codeOf(request) : request.code ?? null,
    host: new URL(url).host,
    maxAge: provider.maxAge ?? DEFAULT_MAX_AGE,
    theme,
    locale,
  });
}

/**
 * The recipient of an email. Must be a single address, because some services parse a string as a list.
 *
 * @throws {Error} if it is not one address.
 */
export function recipientOf({ identifier }: VerificationRequest): string {
  if (/^[^\s,;:<>"()@]+@[^\s,;:<>"()@]+$/.test(identifier)) return identifier;
  throw new Error(
    "Cannot send the mail: `normalizeIdentifier` did not return a single plain address",
  );
}

/**
 * The sender of an email.
 *
 * @throws {ConfigError} if the configuration has none.
 */
export function senderOf({ id, from }: EmailConfig): Sender {
  if (!from) {
    throw new ConfigError(
      `Cannot send mail with "${id}": set its \`from\`, such as "Name <mail@example.com>"`,
      { provider: id },
    );
  }
  const [, name, address] = /^([^<]*)<([^<>]+)>\s*$/.exec(from) ?? [];
  if (!address) return { from, address: from.trim(), name: null };
  return { from, address: address.trim(), name: name!.trim().replace(/^"(.*)"$/, "$1") || null };
}

/** The sender of an email, complete and in parts. */
interface Sender {
  /** As configured. */
  readonly from: string;
  /** The address alone. */
  readonly address: string;
  /** The name, if there is one. */
  readonly name: string | null;
}

/**
 * The key of an email service.
 *
 * @throws {ConfigError} if the configuration has none.
 */
export function keyOf({ id, apiKey }: EmailConfig): string {
  if (apiKey) return apiKey;
  const variable = `AUTH_${id.toUpperCase().replaceAll(/[.-]/g, "_")}_KEY`;
  throw new ConfigError(`Cannot send mail with "${id}": set ${variable}, or its \`apiKey\``, {
    provider: id,
  });
}

/** Value of `Authorization` for HTTP Basic (RFC 7617). */
export function basic(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`;
}

/**
 * Calls an email service.
 *
 * @throws {ConfigError} if the service answers 401 or 403: it rejects the key or the sender.
 * @throws {Error} for any other status that is not 2xx. The message names the service, the status and a short answer.
 */
export async function callMailService(request: VerificationRequest, call: MailServiceCall): Promise<void> {
  const { service, url, headers, body } = call;
  const isForm = body instanceof FormData;
  const response = await request.fetch(url, {
    method: "POST",
    headers: {
      accept: "application/json",
      ...(!isForm && { "content-type": "application/json" }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const answer = withoutSecrets((await response.text()).trim(), request);
  if (response.ok) return;
  const repeated = answer && answer.length <= MAX_ANSWER ? `: ${answer.replaceAll(/\s+/g, " ")}` : "";
  const message = `Cannot send the mail: ${service} answered ${response.status}${repeated}`;
  if (![401, 403].includes(response.status)) throw new Error(message);
  const provider = request.provider.id;
  throw new ConfigError(
    `${message}. Check the key of "${provider}", and whether it may send from this address`,
    { provider },
  );
}

/** An answer can quote the request. */
function withoutSecrets(answer: string, { provider, token, code, identifier }: VerificationRequest): string {
  const secrets = [provider.apiKey, token, code, identifier];
  // A notice has no token.
  return secrets.reduce<string>((text, secret) => secret ? text.replaceAll(secret, "…") : text, answer);
}

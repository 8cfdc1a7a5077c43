/**
 * Sign-in by email, sent with Loops.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import { callMailService, codeOf, keyOf, mailProvider, mailsBoth, recipientOf } from "./_mail_service.ts";
import type { EmailConfig, EmailUserConfig, MailProvider, VerificationRequest } from "../model/provider.ts";

/** Options of `Loops()`. */
export type LoopsOptions = EmailUserConfig & {
  /** Id of the transactional email. Default: none: the log asks for it. */
  readonly transactionalId?: string | undefined;
};

/**
 * Describes sign-in by email, sent with Loops.
 *
 * - Environment: `AUTH_LOOPS_KEY`, an API key.
 * - Design the email, its subject and its sender as a transactional email at Loops. It must contain the data variable
 *   `url`, the link, and should contain `code`, eight digits.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://loops.so/docs/api-reference/send-transactional-email | Send transactional e-mail}
 *
 * @example
 * ```ts
 * import { Loops } from "@latchkey/auth/providers/loops";
 *
 * const provider = Loops({ transactionalId: "cm0abc123example" });
 * console.assert(provider.id === "loops");
 * ```
 */
export function Loops(options: LoopsOptions): MailProvider {
  const { transactionalId, ...others } = options;
  return mailProvider({
    id: "loops",
    name: "Loops",
    type: "email",
    sendVerificationRequest: mailsBoth((request) => send(request, transactionalId)),
    assertReady(provider) {
      mailIdOf(transactionalId, provider);
      keyOf(provider);
    },
    options: others,
  });
}

export default Loops;

function mailIdOf(transactionalId: string | undefined, { id }: EmailConfig): string {
  if (transactionalId) return transactionalId;
  throw new ConfigError(
    `Cannot send mail with "${id}": set its \`transactionalId\`, such as "cm0abc123example": the id of the mail at Loops`,
    { provider: id },
  );
}

async function send(request: VerificationRequest, given: string | undefined): Promise<void> {
  const { provider, url } = request;
  const transactionalId = mailIdOf(given, provider);
  await callMailService(request, {
    service: "Loops",
    url: "https://app.loops.so/api/v1/transactional",
    headers: { authorization: `Bearer ${keyOf(provider)}` },
    body: { transactionalId, email: recipientOf(request), dataVariables: { url, code: codeOf(request) } },
  });
}

/**
 * Sign-in by mail, sent with Loops.
 *
 * @module
 */

import { callMailService, codeOf, keyOf, mailsBoth, recipientOf } from "./_mail_service.ts";
import type { EmailConfig, EmailUserConfig, VerificationRequest } from "./types.ts";

/** Options of `Loops()`. */
export type LoopsOptions = EmailUserConfig & {
  /** Id of the transactional e-mail. Default: none: `Loops()` throws. */
  readonly transactionalId?: string | undefined;
};

/**
 * Describes sign-in by mail, sent with Loops.
 *
 * - Environment: `AUTH_LOOPS_KEY`, an API key.
 * - Design the mail, its subject and its sender as a transactional e-mail at Loops. It must contain the data variable
 *   `url`, the link, and should contain `code`, eight digits.
 *
 * @param options Settings of the application. They override the defaults.
 * @throws {TypeError} without `transactionalId`.
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
export function Loops(options: LoopsOptions): EmailConfig {
  const { transactionalId, ...others } = options;
  if (!transactionalId) throw new TypeError('Cannot set up "loops": set `transactionalId`');
  return {
    id: "loops",
    name: "Loops",
    type: "email",
    sendVerificationRequest: mailsBoth((request) => send(request, transactionalId)),
    assertReady: (provider) => void keyOf(provider),
    options: others,
  };
}

export default Loops;

async function send(request: VerificationRequest, transactionalId: string): Promise<void> {
  const { provider, url } = request;
  await callMailService(request, {
    service: "Loops",
    url: "https://app.loops.so/api/v1/transactional",
    headers: { authorization: `Bearer ${keyOf(provider)}` },
    body: { transactionalId, email: recipientOf(request), dataVariables: { url, code: codeOf(request) } },
  });
}

/**
 * A mail that was asked for, and a mail service that takes down what it is sent.
 *
 * @module
 */

import { en, ENGLISH } from "../../src/messages/en.ts";
import type { EmailConfig, VerificationRequest } from "../../src/model/provider.ts";

/** The link in the mail. */
export const URL_OF_LINK =
  "https://app.example.com/auth/callback/mail?callbackUrl=%2Fhome&token=secret-token&email=ada%40example.com";

/** What a provider is asked to send, its options applied as the library does. */
export function mailRequest(
  provider: EmailConfig,
  changes: Partial<VerificationRequest> = {},
): VerificationRequest {
  return {
    purpose: "signIn",
    identifier: "ada@example.com",
    url: URL_OF_LINK,
    code: "12345678",
    token: "secret-token",
    expires: new Date(1_893_456_000_000),
    provider: { ...provider, ...provider.options },
    theme: {},
    locale: { ...ENGLISH, messages: en.mail },
    request: new Request("https://app.example.com/auth/signin/mail", { method: "POST" }),
    fetch: () => Promise.reject(new Error("no mail service was expected to be called")),
    ...changes,
  };
}

/** Requests as they reach a mail service. */
export interface TestMailService {
  /** What it was sent. */
  readonly requests: Request[];
  /** Sends to it. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
}

/** A mail service that answers everything alike. */
export function testMailService(answer: () => Response = () => Response.json({ id: "1" })): TestMailService {
  const requests: Request[] = [];
  return {
    requests,
    fetch(input, init) {
      requests.push(new Request(input, init));
      return Promise.resolve(answer());
    },
  };
}

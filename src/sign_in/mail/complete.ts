/**
 * Completes a provider of mail.
 *
 * @module
 */

import { failProvider, orIncomplete, unusable } from "../../errors/checks.ts";
import type { ConfigError } from "../../errors/errors.ts";
import { boundedRequest, toFetch } from "../../http/bounded_request.ts";
import type { EmailConfig } from "../../model/provider.ts";
import { assertTokenStore } from "../../model/store.ts";
import type { CompletionContext } from "../../setup/completing.ts";
import type { EmailProvider } from "../../setup/setup.ts";

/**
 * Completes a provider, or returns what it lacks.
 *
 * @throws {ConfigError} if one of its options is wrong, or there is no database that stores its tokens.
 */
export function complete(
  provider: EmailConfig,
  { store, platform }: CompletionContext,
): EmailProvider | ConfigError {
  const { sendVerificationRequest, maxAge = 1, notices } = provider;
  if (typeof sendVerificationRequest !== "function") {
    failProvider(provider, "write its `sendVerificationRequest: async ({ identifier, url }) => …`");
  }
  if (!(maxAge >= 1 && maxAge < Infinity)) {
    failProvider(provider, "`maxAge` must be a number of seconds, at least 1");
  }
  // With a `sendVerificationRequest` of the application, neither sender nor key may be necessary.
  if (!provider.options?.sendVerificationRequest) {
    const missing = orIncomplete(() => provider.assertReady?.(provider));
    if (missing) return missing;
  }
  const stated = sendVerificationRequest as Stated;
  return {
    ...provider,
    mails: mailsOf(provider, stated),
    notices: notices ?? !!stated.notices,
    fetch: toFetch(boundedRequest(platform.fetch, platform)),
    store: assertTokenStore(store, unusable(provider.id)),
  };
}

/** The fields that a sending function of the library has, wherever an application puts it. */
type Stated = Pick<EmailConfig, "mails" | "notices">;

/** Returns what a provider emails. */
function mailsOf(provider: EmailConfig, stated: Stated): EmailProvider["mails"] {
  const { mails } = provider;
  if (![undefined, "link", "both"].includes(mails)) {
    failProvider(provider, '`mails` must be "link" or "both"');
  }
  if (stated.mails === "both" && mails === "link") {
    failProvider(
      provider,
      "the mail of the library has a code as well. Remove `mails`, or write a `sendVerificationRequest`",
    );
  }
  return mails ?? stated.mails ?? "link";
}

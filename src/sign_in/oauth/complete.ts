/**
 * Completes a provider of OAuth or OpenID, and finds what makes it weaker than it should be.
 *
 * @module
 */

import { failProvider, orIncomplete } from "../../errors/checks.ts";
import { ConfigError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { isSecureUrl } from "../../http/bounded_request.ts";
import { isColor } from "../../markup/color.ts";
import { isPicture } from "../../markup/css_values.ts";
import { writtenUrls } from "../../oauth/check_provider.ts";
import { resolveProvider } from "../../oauth/provider.ts";
import type { OAuthProvider } from "../../oauth/types.ts";
import type { OAuthConfig, OIDCConfig } from "../../model/provider.ts";
import type { CompletionContext } from "../../setup/completing.ts";

/** Completes a provider, or returns what it lacks. @throws {ConfigError} if its style is wrong. */
export function complete(
  definition: OAuthConfig | OIDCConfig,
  context: CompletionContext,
): OAuthProvider | ConfigError {
  const provider = orIncomplete(() => resolveProvider(definition, context));
  if (!isA(provider, ConfigError)) assertStyle(provider);
  return provider;
}

function assertStyle(provider: OAuthProvider): void {
  const { style: { brandColor, logo, mark } } = provider;
  if (brandColor && !isColor(brandColor)) {
    failProvider(provider, `\`style.brandColor\` "${brandColor}" is not a CSS colour`);
  }
  if (logo && !isPicture(logo)) {
    failProvider(provider, `\`style.logo\` "${logo}" is not the URL of a picture`);
  }
  if (mark && typeof mark !== "function") {
    failProvider(provider, '`style.mark` must be a function, such as `() => import("./mark.ts")`');
  }
}

/** Names a URL without encryption, and that the provider accepts ids which can pass to another person. */
export function* weaknessesOf(provider: OAuthProvider): Generator<string> {
  const url = Object.values(writtenUrls(provider)).find((each) => each && !isSecureUrl(each));
  if (url) {
    yield `insecure-provider: the provider "${provider.id}" is asked at "${url}" without encryption, as \`allowInsecureRequests\` permits: ` +
      "others on that network can read its tokens, and sign in as its users";
  }
  if (provider.acceptsFormerIds === "unsafely") {
    yield `former-account-ids: the provider "${provider.id}" accepts accounts under their former ids, as \`acceptFormerAccountIds\` ` +
      "permits: another person may get such an id, and is the user then";
  }
}

/**
 * The languages of a config.
 *
 * The core has English alone: whatever imports a language puts it into each bundle that is one file. The integrations of
 * servers with files know all of them, and complete the config.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { canonicalTag } from "../messages/tags.ts";
import type { Language } from "../messages/types.ts";

/**
 * Returns `languages` of a config with the languages in place of their tags; where the config names none, all of them, and
 * those of `messages`.
 *
 * @param known Languages that the caller can load.
 */
export function withLanguages(
  { languages, messages }: Pick<AuthConfig, "languages" | "messages">,
  known: readonly Language[],
): AuthConfig["languages"] {
  if (languages === undefined) return [...known, ...Object.keys(Object(messages))];
  // `assertConfig` refuses anything else.
  if (!Array.isArray(languages)) return languages;
  return languages.map((each) => known.find(({ tag }) => isTag(each, tag)) ?? each);
}

function isTag(written: unknown, tag: string): boolean {
  try {
    return typeof written === "string" && canonicalTag(written) === tag;
  } catch {
    return false;
  }
}

/**
 * Placeholders in the URLs and headers of providers: `{<option>}` stands for an option of the provider,
 * `{tokens.<field>}` for a field of the token response, and in the form of the userinfo request `{clientId}` and
 * `{clientSecret}` for the client credentials.
 *
 * @module
 */

import { ProviderResponseError } from "../errors/errors.ts";
import type { TokenSet } from "../values/types.ts";

/** Options that describe an endpoint. */
export const ENDPOINTS = ["authorization", "token", "userinfo", "endSession", "revocation"] as const;

/** Puts in the options that are known. The other placeholders stay. */
export function fillOptions(text: string, options: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(options, name) ? options[name] : undefined;
    if (typeof value !== "string" || value === "") return placeholder;
    return name === "issuer" ? value.replace(/\/+$/, "") : value;
  });
}

/** Returns the name of the first option that a text lacks; `null` if it lacks none. */
export function missingOption(text: string): string | null {
  return /\{(\w+)\}/.exec(text)?.[1] ?? null;
}

/** Returns the names of the options that the URLs of a provider name, before they are put in. */
export function optionsIn(definition: object): readonly string[] {
  return ["issuer", ...ENDPOINTS].flatMap((option) => {
    const value: unknown = definition[option as keyof typeof definition];
    const text = (Object(value) as { url?: unknown }).url ?? value;
    return typeof text === "string" ? [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!) : [];
  });
}

/**
 * Puts in fields of the token response.
 *
 * @param encode Escapes a value for its place.
 * @throws {ProviderResponseError} if the response lacks a field.
 */
export function fillTokens(
  text: string,
  tokens: TokenSet,
  encode: (value: string) => string = String,
): string {
  return text.replace(/\{tokens\.(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
    if (typeof value === "number" || (typeof value === "string" && value !== "")) {
      return encode(String(value));
    }
    throw new ProviderResponseError(`Cannot read the profile: the token response has no "${name}"`);
  });
}

/**
 * Puts in the client credentials, and fields of the token response. None of them is searched for further placeholders.
 *
 * @throws {ProviderResponseError} if the response lacks a field.
 */
export function fillClient(
  text: string,
  tokens: TokenSet,
  credentials: Readonly<Record<string, string>>,
): string {
  const parts = text.split(/(\{client(?:Id|Secret)\})/);
  return parts.map((part, i) => i % 2 ? credentials[part.slice(1, -1)] ?? "" : fillTokens(part, tokens)).join(
    "",
  );
}

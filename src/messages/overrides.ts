/**
 * Changes messages: puts those of the application in the place of the library's, and isolates placeholders.
 *
 * @module
 */

import type { MessageOverrides } from "./types.ts";

/** Returns messages with some of them replaced. Ignores keys that the messages do not have, and values of another type. */
export function withOverrides<M extends object>(messages: M, overrides: MessageOverrides): M {
  return merge(messages, overrides) as M;
}

/** Completes messages that are older than some of the others; the same object where nothing is missing. */
export function completed<M extends object>(messages: M, own: M): M {
  return lacks(messages, own) ? withOverrides(messages, own as MessageOverrides) : own;
}

function lacks(messages: object, own: unknown): boolean {
  const given: Readonly<Record<string, unknown>> = Object(own);
  return Object.entries(messages).some(([key, message]: [string, string | object]) =>
    typeof given[key] !== typeof message || typeof message === "object" && lacks(message, given[key])
  );
}

/**
 * Isolates the placeholders of a language that is written from right to left: a host or an address inside the text then
 * keeps its own direction, in HTML and in plain text (Unicode Standard Annex #9, FSI and PDI).
 */
export function withIsolates<M extends object>(messages: M): M {
  return mapText(messages, (text) => text.replace(/\{\w+\}/g, "\u2068$&\u2069")) as M;
}

function merge(messages: object, overrides: unknown): object {
  const replaced: Readonly<Record<string, unknown>> = Object(overrides);
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]: [string, string | object]) => {
      const other = Object.hasOwn(replaced, key) ? replaced[key] : undefined;
      if (typeof message === "string") return [key, typeof other === "string" ? other : message];
      return [key, typeof other === "object" ? merge(message, other) : message];
    }),
  );
}

function mapText(messages: object, change: (text: string) => string): object {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]: [string, string | object]) => [
      key,
      typeof message === "string" ? change(message) : mapText(message, change),
    ]),
  );
}

/**
 * Who somebody is who has typed no address: the capabilities know.
 *
 * @module
 */

import type { Messages } from "../messages/types.ts";
import type { Identifiers, NamedUser, OptionalAddress } from "../setup/identifiers.ts";
import type { Setup } from "../setup/setup.ts";
import type { Awaitable } from "../values/types.ts";

/** Whom a text names; `null` if it can't name anyone. @throws {AdapterError} if the database fails. */
export async function whoIs(text: unknown, setup: Setup): Promise<NamedUser | null> {
  if (typeof text !== "string") return null;
  return await first(setup, (each) => each.whoIs(text, setup));
}

/** The text by which a user signs in who has no address; `null` if there is none. @throws {AdapterError} if the database fails. */
export async function identifierOf(userId: string, setup: Setup): Promise<string | null> {
  return await first(setup, (each) => each.of(userId, setup));
}

/** What such a text is called; `null` if only an address names a user. */
export async function identifierKind(messages: Messages, setup: Setup): Promise<string | null> {
  return await first(setup, (each) => each.kind(messages));
}

/** The label of a field that takes an address and what else names a user; `null` if only an address does. */
export async function identifierLabel(messages: Messages, setup: Setup): Promise<string | null> {
  return await first(setup, (each) => each.label(messages));
}

/** How new users may leave out their address; `null` if they may not. */
export async function optionalAddress(setup: Setup): Promise<OptionalAddress | null> {
  return await first(setup, (each) => each.withoutAddress(setup));
}

/** What the first capability says that knows. */
async function first<T>(
  { capabilities }: Setup,
  ask: (identifiers: Identifiers<Setup>) => Awaitable<T | null>,
): Promise<T | null> {
  for (const { identifiers } of capabilities) {
    const found = identifiers ? await ask(await identifiers()) : null;
    if (found !== null) return found;
  }
  return null;
}

/**
 * What a capability adds by which users may sign in beside their address.
 *
 * @module
 */

import type { Messages } from "../messages/types.ts";

/** Texts by which users sign in that are no addresses. @typeParam S The setup. */
export interface Identifiers<S> {
  /** Whom a text names; `null` if it can't name anyone. @throws {AdapterError} if the database fails. */
  readonly whoIs: (text: string, setup: S) => Promise<NamedUser | null>;
  /** The text by which a user signs in; `null` if there is none. @throws {AdapterError} if the database fails. */
  readonly of: (userId: string, setup: S) => Promise<string | null>;
  /** What such a text is called. */
  readonly kind: (messages: Messages) => string;
  /** The label of a field that takes an address as well. */
  readonly label: (messages: Messages) => string;
  /** How new users may leave out their address in a form that creates an account; `null` if they may not. */
  readonly withoutAddress: (setup: S) => OptionalAddress | null;
}

/** A form in which the address may be left out. */
export interface OptionalAddress {
  /** The field for the text by which they sign in then. */
  readonly field: string;
  /** What the field for the address says: its label, and what a user without one should know. */
  readonly words: (messages: Messages) => { readonly label: string; readonly note: string };
}

/** Whom a text names. */
export interface NamedUser {
  /** Id of the user; `null` if no one has the name. */
  readonly userId: string | null;
  /** The name, as attempts are counted for it while no one has it. It differs from all ids of users. */
  readonly unknown: string;
}

/** What a capability adds to forms that ask who somebody is. @typeParam S The setup. */
export interface Identifying<S> {
  /** Loads it. */
  readonly identifiers?: () => Promise<Identifiers<S>>;
}

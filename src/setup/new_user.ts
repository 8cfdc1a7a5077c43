/**
 * What a new user is asked for beside the proof of their way to sign in: by which capability, and in which form.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Html } from "../markup/html.ts";
import type { Locale } from "../messages/types.ts";
import type { PageBase } from "../pages/types.ts";
import type { Awaitable } from "../values/types.ts";

/** The texts of a form, by the names of its fields. */
export type Typed = Readonly<Record<string, string>>;

/** A part of a form, with the rules of its style. */
export interface DrawnFields {
  /** Elements for a form. */
  readonly html: Html;
  /** Rules beside those of all pages. */
  readonly style: string;
}

/** What a form shows. */
export interface ShownFields {
  /** What was sent, with a mistake; `null` at first. */
  readonly typed: Typed | null;
  /** What stands in the fields at first. */
  readonly values: Typed;
  /** Id of the user who is taken over; `null` for a new one. */
  readonly owner: string | null;
  /** The language of the form. */
  readonly locale: Locale;
}

/** What a new user is asked for. */
export interface AskedFields extends DrawnFields {
  /** The box for the terms, for the end of the form; `null` if nobody has to tick one. */
  readonly terms: Html | null;
}

/** The fields of users that a capability keeps. Another one asks new users for some of them. @typeParam S The setup. */
export interface UserFields<S> {
  /** The names of all that can be asked for. */
  readonly names: (setup: S) => readonly string[];
  /**
   * Reads a text that was typed: the value to store, or what is wrong with it.
   *
   * @param name One of `names`.
   */
  readonly read: (
    name: string,
    typed: string | undefined,
    setup: S,
  ) => { readonly value: unknown } | { readonly problem: string };
  /**
   * What is wrong with a text that `read` accepts, as the database says; `null` if nothing is. Default: nothing.
   *
   * @param owner Id of the user who is taken over; `null` for a new one.
   */
  readonly refused?: (
    name: string,
    typed: string | undefined,
    setup: S,
    owner: string | null,
  ) => Promise<string | null>;
  /** Whether it stores them itself, once there is a user. Default: they are fields of the user. */
  readonly storesItself?: true;
  /** Draws a field. One in `typed` was sent, and shows what is wrong with it. */
  readonly draw: (name: string, shown: ShownFields, setup: S) => Awaitable<DrawnFields>;
}

/** The form of a new user, for the pages on which one signs up. @typeParam S The setup. */
export interface NewUserForm<S> {
  /** The texts in the fields of a form that are its own. */
  readonly typedIn: (body: Readonly<Record<string, unknown>>, setup: S) => Promise<Typed>;
  /** Whether something in it is wrong. */
  readonly isWrong: (typed: Typed, setup: S) => Promise<boolean>;
  /** Whether the database refuses a field. @throws {AdapterError} if it fails. */
  readonly isRefused: (typed: Typed, setup: S) => Promise<boolean>;
  /** Whether the database is asked about a text, so that the answer tells a stranger what it has. */
  readonly tells: (typed: Typed, setup: S) => Promise<boolean>;
  /** What it has stored in the row of a user, by name, for the file with their data. */
  readonly exported: (user: AdapterUser) => Readonly<Record<string, unknown>>;
  /** Draws what it asks for. @param typed What was sent, with a mistake; `null` at first. */
  readonly draw: (
    page: Pick<PageBase, "theme" | "origin" | "locale">,
    typed: Typed | null,
    setup: S,
  ) => Promise<AskedFields>;
}

/** What a capability adds to sign-up. @typeParam S The setup. */
export interface NewUsers<S> {
  /** Loads the fields of users that it keeps, for the form of a new one. */
  readonly userFields?: () => Promise<UserFields<S>>;
  /** Loads the form of a new user. */
  readonly newUser?: () => Promise<NewUserForm<S>>;
  /** Whether nobody can sign up: then no page offers it. Default: anyone may. */
  readonly closesSignUp?: (own: unknown) => boolean;
}

/**
 * Requests to the endpoints of `docs/concepts/endpoints.md`, and the worlds in which they are sent.
 *
 * @module
 */

import type { DatabaseOptions } from "../flows/_database.ts";
import { type All, openAll, signedIn } from "./_endpoint_worlds.ts";

/** A request in a world. */
export type Drive = (world: All) => Promise<Response>;

/** Requests to an endpoint that succeed, and that fail. */
export interface Driven {
  readonly succeeds: readonly (() => Promise<Response>)[];
  readonly fails?: readonly (() => Promise<Response>)[];
}

/** In a new world. */
export const inNew = (drive: Drive, config: DatabaseOptions = {}) => () => drive(openAll(config));
/** Ada is signed in. */
export const inSession = (drive: Drive, config: DatabaseOptions = {}) => async () =>
  drive(await signedIn(config));
/** A GET. */
export const get = (path: string): Drive => ({ send }) => send(path);
/** A form of the page. */
export const post = (path: string, fields: Record<string, string> = {}): Drive => (world) =>
  world.post(path, fields);
/** A form without a token. */
export const bare = (path: string): Drive => ({ postBare }) => postBare(path);
/** While the database fails. */
export const broken = (drive: Drive): Drive => (world) => {
  world.breakDatabase();
  return drive(world);
};

/** What a parameter of a page stands beside. */
export const NEEDED: Readonly<Record<string, Record<string, string>>> = {
  before: { done: "added" },
  callbackUrl: { offer: "true" },
  field: { error: "InvalidSecondFactor" },
  of: { done: "removed" },
  tries: { error: "InvalidCode" },
  ways: { error: "UserNotVerified" },
};

/** Values for the parameters of pages. */
export const VALUES: Readonly<Record<string, string>> = {
  again: "sent",
  banned: "true",
  before: "another",
  callbackUrl: "/elsewhere",
  done: "renamed",
  email: "grace@example.com",
  error: "AccessDenied",
  field: "recoveryCode",
  link: "true",
  of: "idp",
  offer: "true",
  question: "unknown",
  removed: "password",
  search: "nobody",
  tries: "4",
  ui_locales: "de",
  user: "1",
  ways: "idp",
};

/**
 * Sessions in a database, without a browser: opens `databaseSessions()` on memory, and records what it emits.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import type { Callbacks } from "../../src/model/callbacks.ts";
import type { Generations, SignedIn } from "../../src/model/session.ts";
import { assertSessionStore, bindAdapter } from "../../src/model/store.ts";
import { defaultSession } from "../../src/session/callback_results.ts";
import { databaseSessions } from "../../src/session/database.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** Seconds. */
export const HOUR = 3600;
/** Seconds. */
export const DAY = 24 * HOUR;

/** The user who is stored. */
export const ADA: AdapterUser = {
  id: "u1",
  name: "Ada",
  email: "ada@example.com",
  emailVerified: null,
  image: null,
};

/** What one access comes to where a token is not that of a live session. */
export const UNREAD = { session: null, userId: null, signedInAt: null, amr: [], aal: 1 };
/** The same, and the browser drops it. */
export const ENDED = { ...UNREAD, token: null };

/** Ada, who has just signed in. */
export const SIGNED_IN: SignedIn = {
  user: { id: "u1" },
  account: { provider: "idp", type: "oidc", providerAccountId: "ada" },
  isNewUser: false,
  previous: null,
};

interface Options {
  /** Methods otherwise than in memory; `undefined`: none. */
  readonly methods?: (memory: Required<Adapter>) => { readonly [method in keyof Adapter]: unknown };
  readonly session?: Callbacks["session"];
  readonly maxAge?: number;
  readonly updateAge?: number;
  /** Whether tokens are the library's own. Default: the application makes them, `token-1` and so on. */
  readonly ownTokens?: true;
  /** Default: the database keeps none. */
  readonly generations?: Generations;
}

/** Sessions of a month, prolonged each day, of a user who is stored. */
export async function open(
  { methods, session = defaultSession, maxAge = 30 * DAY, updateAge = DAY, ownTokens, generations }: Options =
    {},
) {
  const platform = testPlatform();
  const memory = Memory();
  await memory.createUser(ADA);
  const [events, logged, debug]: [[string, unknown][], Error[], string[]] = [[], [], []];
  let made = 0;
  const sessions = databaseSessions({
    acceptsPlain: true,
    store: assertSessionStore(bindAdapter({ ...memory, ...methods?.(memory) } as Adapter)),
    maxAge: maxAge * 1000,
    updateAge: updateAge * 1000,
    absoluteMaxAge: Infinity,
    generateSessionToken: ownTokens ? undefined : () => `token-${++made}`,
    callbacks: { session },
    generations: generations ?? null,
    emit: (event, message) => Promise.resolve(void events.push([event, message])),
    logger: {
      error: (error) => void logged.push(error),
      warn: () => {},
      debug: (text) => void debug.push(text),
    },
    platform,
  });
  const issue = async (previous: string | null = null) => (await sessions.issue({ ...SIGNED_IN, previous }))!;
  const stored = async () => await memory.listSessionsByUserId("u1");
  return { platform, memory, sessions, issue, stored, events, logged, debug };
}

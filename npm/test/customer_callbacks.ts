/**
 * Configs of a customer whose callbacks are typed by where the sessions are kept. It is only type-checked.
 *
 * @module
 */

import {
  type AuthConfig,
  type Callbacks,
  type ConfigOfAnyStrategy,
  resolveSession,
  type Session,
  type SessionOf,
  type SessionParams,
  type StoredSession,
} from "@latchkey/auth";
import type { Adapter } from "@latchkey/auth/adapters";
import { Memory } from "@latchkey/auth/adapters/memory";
import { BunAuth } from "@latchkey/auth/bun";
import { DenoAuth } from "@latchkey/auth/deno";
import { NodeAuth } from "@latchkey/auth/node";
import type { Provider } from "@latchkey/auth/providers";

const providers: readonly Provider[] = [];
const adapter = Memory();
const database = { adapter };
const answer = () => new Response();

/** Whether two types are one. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

// Sessions in tokens: no adapter.

const tokens = {
  providers,
  callbacks: {
    jwt: ({ token, profile }) => profile ? { ...token, role: profile.role } : token,
    session: ({ session, token }) => ({
      ...session,
      role: String(token.role),
      subject: token.sub,
    }),
  },
} satisfies AuthConfig<"jwt">;

const tokensByMethod = {
  providers: [],
  session: { strategy: "jwt", maxAge: 60 },
  callbacks: {
    session({ session, token }) {
      if (token.sub) session.user.id = token.sub;
      return session;
    },
  },
} satisfies AuthConfig<"jwt">;

export const annotated: AuthConfig<"jwt"> = {
  providers,
  callbacks: {
    session: async ({ session, token }) => await Promise.resolve({ ...session, id: token.sub }),
  },
};

export const inline = [
  DenoAuth(
    {
      providers,
      callbacks: {
        session: ({ session, token }) => ({ ...session, id: token?.sub }),
      },
    },
    async (_request, auth) => new Response((await auth())?.id),
  ),
  BunAuth(
    {
      providers: [],
      callbacks: { session: ({ token }) => ({ id: token?.sub }) },
    },
    async (_request, auth) => new Response((await auth())?.id),
  ),
];

// Stored sessions: an adapter, by a call, by its name, or as a property.

const stored = {
  providers,
  adapter: Memory(),
  callbacks: {
    session: ({ session, user, sessionId }) => ({
      ...session,
      mail: user.email,
      revoke: sessionId,
    }),
  },
} satisfies AuthConfig<"database">;

const storedByName = {
  providers,
  adapter,
  callbacks: {
    session({ session, user }) {
      return { ...session, mail: user.email };
    },
  },
} satisfies AuthConfig<"database">;

const storedByProperty = {
  providers,
  adapter: database.adapter,
  callbacks: {
    session: ({ session, user }) => ({ ...session, mail: user.email }),
  },
} satisfies AuthConfig<"database">;

export const annotatedStored: readonly AuthConfig<"database">[] = [
  {
    providers,
    adapter: Memory(),
    callbacks: { session: ({ user }) => ({ mail: user.email }) },
  },
  {
    providers,
    adapter,
    callbacks: { session: ({ user }) => ({ mail: user.email }) },
  },
];

export const inlineStored = [
  DenoAuth(
    {
      providers,
      adapter: Memory(),
      callbacks: {
        session: ({ session, user }) => ({ ...session, mail: user?.email }),
      },
    },
    async (_request, auth) => new Response((await auth())?.mail),
  ),
  NodeAuth(
    {
      providers,
      adapter,
      callbacks: { session: ({ user }) => ({ mail: user?.email }) },
    },
    async (_req, res, auth) => void res.end((await auth())?.mail ?? ""),
  ),
];

// Without a name of the strategy, both have a type, as with Auth.js, and one of them is missing.

const unnamed = {
  providers,
  adapter: Memory(),
  session: { strategy: "jwt" },
  callbacks: {
    session: ({ session, token, user }) => ({
      ...session,
      id: token ? token.sub : user.id,
    }),
  },
} satisfies AuthConfig;

const named = {
  providers,
  adapter: Memory(),
  session: { strategy: "jwt" },
  callbacks: {
    session: ({ session, token }) => ({ ...session, role: String(token.role) }),
  },
} satisfies AuthConfig<"jwt">;

const namedStored: AuthConfig<"database"> = {
  providers,
  ...database,
  session: { maxAge: 60 },
  callbacks: {
    session: ({ session, user }) => ({ ...session, mail: user.email }),
  },
};

// Configs of all kinds are configs.

export const all: readonly AuthConfig[] = [
  tokens,
  tokensByMethod,
  stored,
  storedByName,
  storedByProperty,
  unnamed,
  named,
  namedStored,
];

/** Any of them can be passed on, with more. */
export function withName(config: AuthConfig): AuthConfig {
  DenoAuth({ ...config, debug: true }, answer);
  return { ...config, theme: { colorScheme: "dark" } };
}

/** An interface of a customer's own. */
export interface Options extends Partial<ConfigOfAnyStrategy> {
  readonly tenant: string;
}

/** The strategy may depend on a value that only the running program has. */
export function configured(
  { tenant, ...options }: Options,
  own: Adapter | undefined,
): readonly AuthConfig[] {
  const strategy = own && tenant ? "database" : "jwt";
  return [
    { providers, ...options },
    { providers, adapter: own },
    { providers, ...(own && { adapter: own }) },
    {
      providers,
      adapter: own,
      session: { strategy },
      callbacks: {
        session: ({ token, user }) => ({ id: user?.id ?? token?.sub }),
      },
    },
  ];
}

const decisions: Callbacks = {
  session: ({ session, token, user }) => ({
    ...session,
    id: token?.sub ?? user?.id,
  }),
};
const decisionsOnTokens: Callbacks<"jwt"> = {
  session: ({ session, token }) => ({ ...session, id: token.sub }),
};

export const separate: readonly AuthConfig[] = [
  { providers, callbacks: decisions },
  { providers, adapter, callbacks: decisions },
  { providers, callbacks: decisionsOnTokens },
];

// The session is the result of `callbacks.session`.

/** The result of the callback without `null`, with each strategy. */
export const inferred: readonly true[] = [
  true satisfies Same<SessionOf<typeof tokens>["role"], string>,
  true satisfies Same<SessionOf<typeof tokens>["subject"], string | undefined>,
  true satisfies Same<SessionOf<typeof tokensByMethod>, Session>,
  true satisfies Same<SessionOf<typeof stored>["revoke"], string>,
  true satisfies Same<SessionOf<typeof storedByName>["mail"], string | null>,
  true satisfies Same<
    SessionOf<typeof storedByProperty>["mail"],
    string | null
  >,
  true satisfies Same<SessionOf<typeof named>["role"], string>,
  true satisfies Same<SessionOf<typeof namedStored>, Session>,
  true satisfies Same<Session["user"]["id"], string>,
  true satisfies Same<SessionParams<"jwt">["session"], Session>,
  true satisfies Same<SessionParams<"database">["session"], StoredSession>,
  true satisfies Same<SessionOf<typeof stored>["expires"], string>,
];

const heldBack = {
  providers,
  callbacks: {
    session: ({ session, token }) => token.blocked ? null : { ...session, plan: "free" },
  },
} satisfies AuthConfig<"jwt">;

/** `null` is not part of the session: it means that the user is not signed in. */
export async function planOf(request: Request): Promise<string | undefined> {
  const { session } = await resolveSession(request, heldBack);
  const plan: SessionOf<typeof heldBack>["plan"] | undefined = session?.plan;
  return plan;
}

// A field that is missing at run time has no type.

/** Each is refused. */
export const mistakes = {
  storedWithToken: {
    providers,
    adapter: Memory(),
    // @ts-expect-error Stored sessions have no token.
    callbacks: { session: ({ token }) => ({ role: token.role }) },
  } satisfies AuthConfig<"database">,
  storedByNameWithToken: {
    providers,
    adapter,
    // @ts-expect-error Stored sessions have no token.
    callbacks: { session: ({ token }) => ({ role: token.role }) },
  } satisfies AuthConfig<"database">,
  tokensWithUser: {
    providers,
    // @ts-expect-error Sessions in tokens have no stored user.
    callbacks: { session: ({ user }) => ({ mail: user.email }) },
  } satisfies AuthConfig<"jwt">,
  tokensWithId: {
    providers,
    // @ts-expect-error Sessions in tokens are not stored under an id.
    callbacks: { session: ({ sessionId }) => ({ id: sessionId.length }) },
  } satisfies AuthConfig<"jwt">,
  sessionToken: {
    providers,
    // @ts-expect-error No callback sees what the cookie holds.
    callbacks: { session: ({ session }) => ({ token: session.sessionToken }) },
  } satisfies AuthConfig,
  nothing: {
    providers,
    // @ts-expect-error The callback returns nothing.
    callbacks: { session: () => {} },
  } satisfies AuthConfig,
  nothingLater: {
    providers,
    adapter: Memory(),
    // @ts-expect-error The callback returns a promise of nothing.
    callbacks: { session: () => Promise.resolve() },
  } satisfies AuthConfig,
  sometimesNothing: {
    providers,
    adapter,
    // @ts-expect-error The callback may return nothing.
    callbacks: { session: ({ user }) => user?.email ? user : undefined },
  } satisfies AuthConfig,
  noToken: {
    providers,
    // @ts-expect-error The callback returns no token.
    callbacks: { jwt: ({ token }) => void token },
  } satisfies AuthConfig,
  misspelt: {
    providers,
    adapter: Memory(),
    // @ts-expect-error There is no such callback.
    callbacks: { sesion: () => null },
  } satisfies AuthConfig,
};

// @ts-expect-error Stored sessions need an adapter.
export const noDatabase: AuthConfig<"database"> = { providers };

// @ts-expect-error Beside an adapter, sessions in tokens have to be asked for.
export const notAskedFor: AuthConfig<"jwt"> = { providers, adapter };

// @ts-expect-error There is no such option.
export const misspelt: AuthConfig = { providers, callback: {} };

import assert from "node:assert/strict";
import { test } from "node:test";
import { type AuthConfig, resolveSession, type Session, type SessionOf } from "../../mod.ts";
import type { Client, createClient } from "../../src/client/client.ts";
import { NextAuth, type NextAuthConfig } from "../../src/integrations/next/next.ts";

// The callbacks of each strategy, which the npm package's customer checks with other compilers as well.
export type { mistakes } from "../../npm/test/customer_callbacks.ts";

/** Whether two types are one, in both directions and in every property. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

const BASE = {
  providers: [],
  secret: "a-secret-of-forty-characters-for-tests-0",
  trustHost: true,
};

const plain = { ...BASE } satisfies AuthConfig;

const withRole = {
  ...BASE,
  callbacks: {
    session: ({ session, token }) => ({ ...session, role: String(token.role) }),
  },
} satisfies AuthConfig<"jwt">;

const withPromise = {
  ...BASE,
  callbacks: {
    session: async ({ session }) => await Promise.resolve({ user: session.user, plan: "free" as const }),
  },
} satisfies AuthConfig;

const withOthers = {
  ...BASE,
  callbacks: { jwt: ({ token }) => token },
} satisfies AuthConfig;

test("SessionOf is the awaited result of callbacks.session, and Session for a config without it", () => {
  const checks: [
    Same<SessionOf<typeof plain>, Session>,
    Same<SessionOf<typeof withOthers>, Session>,
    Same<SessionOf<AuthConfig>, Session>,
    Same<SessionOf<typeof withPromise>["plan"], "free">,
  ] = [true, true, true, true];
  assert.deepEqual(checks, [true, true, true, true]);
});

const withAuthorized = {
  ...BASE,
  callbacks: { authorized: ({ request, auth }) => auth !== null || request.nextUrl.pathname === "/" },
} satisfies NextAuthConfig<"jwt">;

test("A config of Next whose only callback is authorized is a config for every function", async () => {
  const checks: [
    Same<SessionOf<typeof withAuthorized>, Session>,
    Same<ReturnType<typeof createClient<typeof withAuthorized>>, Client<typeof withAuthorized>>,
  ] = [true, true];
  assert.deepEqual(checks, [true, true]);
  const { session } = await resolveSession(new Request("https://app.test/"), withAuthorized);
  assert.equal(session, null);
  const any: AuthConfig = withAuthorized;
  assert.ok(NextAuth(any).auth);
  // @ts-expect-error: other integrations do not call it
  const elsewhere = { ...BASE, callbacks: { authorized: () => true } } satisfies AuthConfig;
  assert.ok(elsewhere.callbacks.authorized());
});

test("resolveSession() has the session type of its config", async () => {
  const { session } = await resolveSession(
    new Request("http://localhost/"),
    withRole,
  );
  const role: string | undefined = session?.role;
  const isExact: Same<typeof session, SessionOf<typeof withRole> | null> = true;
  assert.deepEqual([role, isExact], [undefined, true]);
});

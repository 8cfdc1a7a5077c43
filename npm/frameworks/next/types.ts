/**
 * The types that `NextAuth` promises, checked with those of Next.
 *
 * @module
 */

import NextAuth, {
  AuthError,
  type NextAuthConfig,
  type NextAuthRequest,
  type SessionOf,
} from "@latchkey/auth/next";
import type { AuthConfig } from "@latchkey/auth";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { type NextRequest, NextResponse } from "next/server";

const config = {
  providers: [Credentials({ authorize: () => null })],
  callbacks: {
    session: ({ session, token }) => ({ ...session, role: String(token.role) }),
    authorized({ request, auth }) {
      const url: NextRequest["nextUrl"] = request.nextUrl.clone();
      return auth ? true : NextResponse.redirect(url);
    },
  },
} satisfies NextAuthConfig<"jwt">;

const { handlers, auth, signIn, signOut, update } = NextAuth(config);

/** The session has the fields of the application. */
export async function readRole(): Promise<string> {
  const session: SessionOf<typeof config> | null = await auth();
  // @ts-expect-error -- the session is `null` if no one is signed in
  session.role;
  // @ts-expect-error -- there is no such field
  session?.rule;
  return session?.role ?? "none";
}

/** A route handler has the request of Next, the session, and the parameters of the route. */
export const GET: (request: NextRequest, context: { params: Promise<{ id: string }> }) => Promise<Response> =
  auth(async (request, { params }: { params: Promise<{ id: string }> }) => {
    const whole: NextRequest = request;
    const role: string | undefined = request.auth?.role;
    // @ts-expect-error -- the request is not untyped
    whole.nextUrl.nothing;
    return Response.json({ role, id: (await params).id, seen: whole.cookies.get("seen")?.value });
  });

/** A proxy may answer nothing. */
export const proxy = auth((request) => {
  if (!request.auth) return NextResponse.redirect(new URL("/", request.nextUrl));
});

/** A function of its own. */
export function greet(request: NextAuthRequest<typeof config>): string {
  return `${request.method} ${request.auth?.role}`;
}

/** The handlers are those that Next expects of a route. */
export const POST: (request: NextRequest) => Promise<Response> = handlers.POST;

/** Actions. */
export async function act(form: FormData): Promise<void> {
  const url: string = await signIn("credentials", { redirect: false, username: "ada" });
  const { redirect }: { redirect: string } = await signOut({ redirect: false, redirectTo: url });
  const role: string | undefined = (await update({ role: redirect }))?.role;
  try {
    await signIn("credentials", form, { prompt: role ?? "login" });
  } catch (error) {
    if (error instanceof AuthError && error.type === "CredentialsSignin") return;
    throw error;
  }
}

/** Forms of server components take such an action. */
export const action: (form: FormData) => void | Promise<void> = signIn.bind(null, "credentials");

/** A config may come from a function, and be one for every framework. */
export const others = [
  NextAuth((request) => ({ ...config, basePath: request?.nextUrl.basePath ?? "/api/auth" })),
  NextAuth({ providers: [] } satisfies AuthConfig),
];

// @ts-expect-error -- `authorized` returns a decision
NextAuth({ providers: [], callbacks: { authorized: () => "no" } });

// @ts-expect-error -- a misspelt provider list
NextAuth({ provider: [] });

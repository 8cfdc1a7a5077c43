import type { AuthConfig } from "@latchkey/auth";

/** The config of the server. The pages import only its type. */
export const config = {
  providers: [],
  callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role ?? "reader") }) },
} satisfies AuthConfig<"jwt">;

import { type Client, createClient } from "@latchkey/auth/client";

let client: Client<AppConfig> | undefined;

/** The client of the browser. */
export function useAuthClient(): Client<AppConfig> {
  return client ??= createClient<AppConfig>();
}

/** The session, and functions that sign in and out in the browser. */
export function useAuth() {
  return {
    session: useState<AppSession | null>("session", () => null),
    signIn: (...params: Parameters<Client["signIn"]>) => useAuthClient().signIn(...params),
    signOut: (...params: Parameters<Client["signOut"]>) => useAuthClient().signOut(...params),
  };
}

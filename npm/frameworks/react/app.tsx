import { SessionProvider, signIn, signOut, useSession } from "@latchkey/auth/react";
import { type FormEvent, useState } from "react";
import type { config } from "./config.ts";

export function App({ session }: { readonly session?: Session }) {
  return (
    <SessionProvider session={session}>
      <Greeting />
    </SessionProvider>
  );
}

export type Session = Parameters<typeof SessionProvider<typeof config>>[0]["session"];

function Greeting() {
  const { data: session, status } = useSession<typeof config>();
  if (status === "loading") return <p>…</p>;
  if (!session) return <SignIn />;
  return (
    <p>
      Hello {session.user.name ?? session.user.email}, you are a {session.role}.{" "}
      <button type="button" onClick={() => signOut({ redirect: false })}>Sign out</button>
    </p>
  );
}

function SignIn() {
  const [error, setError] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { username, password } = Object.fromEntries(new FormData(event.currentTarget));
    try {
      const result = await signIn("credentials", {
        username: String(username),
        password: String(password),
        redirect: false,
      });
      // With `SecondFactor()`: the page of the second step.
      if (result.error && result.url) return location.assign(result.url);
      setError(result.code ?? result.error);
    } catch {
      setError("the server does not answer. Try again in a moment.");
    }
  }
  return (
    <form onSubmit={submit}>
      <input name="username" />
      <input name="password" type="password" />
      <button type="submit">Sign in</button>
      {error && <p role="alert">That did not work: {error}</p>}
    </form>
  );
}

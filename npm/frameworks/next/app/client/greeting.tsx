"use client";

import { signIn, signOut, useSession } from "@latchkey/auth/next/client";
import { type FormEvent, useState } from "react";

export function Greeting() {
  const { data: session, update } = useSession();
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("redirect", "false");
    const result = await signIn("credentials", form);
    setError(result.code ?? result.error);
  }

  if (session) {
    return (
      <>
        <h1>Hello {session.user.name ?? session.user.email}</h1>
        <button type="button" onClick={() => update({ text: "new" })}>Update</button>
        <button type="button" onClick={() => signOut({ redirect: false })}>Leave</button>
      </>
    );
  }
  return (
    <form onSubmit={submit}>
      <h1>Nobody is signed in</h1>
      {error && <p role="alert">Failed: {error}</p>}
      <input name="username" />
      <input name="password" type="password" />
      <button type="submit">With a password</button>
      <button type="button" onClick={() => signIn("idp", { redirectTo: "/protected" })}>
        With the provider
      </button>
    </form>
  );
}

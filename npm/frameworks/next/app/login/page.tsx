import { AuthError } from "@latchkey/auth/next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { signIn } from "@/auth";

const messages = new Map([
  ["CredentialsSignin", "Name or password is wrong."],
  ["OAuthCallbackError", "The sign-in was cancelled."],
]);

async function enter(form: FormData) {
  "use server";
  try {
    await signIn(String(form.get("provider")), form);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const callbackUrl = String(form.get("redirectTo"));
    redirect(`/login?${new URLSearchParams({ error: error.publicType, callbackUrl })}`);
  }
}

interface Params {
  searchParams: Promise<{ error?: string; callbackUrl?: string }>;
}

export default function Login({ searchParams }: Params) {
  return (
    <main>
      <h1>Sign in</h1>
      <Suspense fallback={<p>One moment …</p>}>
        <Forms searchParams={searchParams} />
      </Suspense>
    </main>
  );
}

async function Forms({ searchParams }: Params) {
  const { error, callbackUrl = "/" } = await searchParams;
  return (
    <>
      {error && <p role="alert">{messages.get(error) ?? "That did not work. Please try again."}</p>}
      <form action={enter}>
        <input type="hidden" name="provider" value="idp" />
        <input type="hidden" name="redirectTo" value={callbackUrl} />
        <button type="submit">Continue with Fake ID</button>
      </form>
      <form action={enter}>
        <input type="hidden" name="provider" value="credentials" />
        <input type="hidden" name="redirectTo" value={callbackUrl} />
        <label>
          Name <input name="username" autoComplete="username" />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </>
  );
}

import { AuthError } from "@latchkey/auth/next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { signIn } from "@/auth";

const messages = new Map([
  ["CredentialsSignin", "Name or password is wrong."],
  ["OAuthCallbackError", "The sign-in was cancelled."],
  ["InvalidCheck", "That took too long, or your browser blocks cookies. Please try again."],
  ["SessionNotFresh", "Please sign in again, to confirm that it is you."],
]);

async function enter(form: FormData) {
  "use server";
  try {
    await signIn(String(form.get("provider")), form);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const callbackUrl = String(form.get("redirectTo"));
    const query = new URLSearchParams({ error: error.publicType, callbackUrl });
    if (form.get("link") === "true") query.set("link", "true");
    redirect(`/login?${query}`);
  }
}

interface Params {
  searchParams: Promise<{ error?: string; callbackUrl?: string; link?: string }>;
}

export default function Login({ searchParams }: Params) {
  return (
    <main className="p-8">
      <Suspense fallback={<p>One moment …</p>}>
        <Forms searchParams={searchParams} />
      </Suspense>
    </main>
  );
}

async function Forms({ searchParams }: Params) {
  const { error, callbackUrl = "/", link } = await searchParams;
  return (
    <>
      <h1>{link === "true" ? "Add a way to sign in" : "Sign in"}</h1>
      {error && <p role="alert">{messages.get(error) ?? "That did not work. Please try again."}</p>}
      <form action={enter}>
        <input type="hidden" name="provider" value="idp" />
        <input type="hidden" name="redirectTo" value={callbackUrl} />
        {link === "true" && <input type="hidden" name="link" value="true" />}
        <button type="submit" className={button}>Continue with Fake ID</button>
      </form>
      <form action={enter}>
        <input type="hidden" name="provider" value="credentials" />
        <input type="hidden" name="redirectTo" value={callbackUrl} />
        <label className="mt-4 block">
          Name <input name="username" autoComplete="username" className={field} />
        </label>
        <label className="mt-4 block">
          Password <input name="password" type="password" autoComplete="current-password" className={field} />
        </label>
        <button type="submit" className={button}>Sign in</button>
      </form>
    </>
  );
}

// Without these classes, buttons and fields look like text: Tailwind removes their look.
const button = "mt-4 cursor-pointer rounded-md bg-blue-700 px-4 py-2 text-white";
const field = "block rounded-md border px-3 py-2";

import Link from "next/link";
import { AuthError } from "@latchkey/auth/next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { auth, signIn, signOut } from "@/auth";

async function withProvider() {
  "use server";
  await signIn("idp", { redirectTo: "/protected" }, { login_hint: "ada" });
}

async function anyhow() {
  "use server";
  await signIn();
}

async function withPassword(form: FormData) {
  "use server";
  try {
    await signIn("credentials", form);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { publicType, code } = error as AuthError & { code?: string };
    redirect(`/?failed=${publicType}&code=${code ?? ""}`);
  }
}

async function leave() {
  "use server";
  await signOut({ redirectTo: "/" });
}

interface Params {
  searchParams: Promise<{ failed?: string; code?: string }>;
}

export default function Home({ searchParams }: Params) {
  return (
    <Suspense fallback={<p>One moment …</p>}>
      <Welcome searchParams={searchParams} />
    </Suspense>
  );
}

async function Welcome({ searchParams }: Params) {
  const [session, { failed, code }] = [await auth(), await searchParams];
  return (
    <main>
      <h1>{session ? `Hello ${session.user.name}` : "Nobody is signed in"}</h1>
      {failed && <p role="alert">{`Failed: ${failed}, ${code}`}</p>}
      <Link href="/protected">Protected page</Link>
      <form action={withProvider}>
        <button type="submit">With the provider</button>
      </form>
      <form action={anyhow}>
        <button type="submit">On the page of the library</button>
      </form>
      <form action={withPassword}>
        <input type="hidden" name="redirectTo" value="/" />
        <input name="username" />
        <input name="password" type="password" />
        <button type="submit">With a password</button>
      </form>
      <form action={leave}>
        <button type="submit">Leave</button>
      </form>
    </main>
  );
}

import { AuthError } from "next-auth";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { auth, signIn, signOut } from "../auth.js";
import { greeting } from "../app_config.mjs";

async function withProvider() {
  "use server";
  await signIn("idp", { redirectTo: "/protected" });
}

async function withPassword(form) {
  "use server";
  try {
    await signIn("credentials", form);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    redirect(`/?failed=${error.type}&code=${error.code}`);
  }
}

async function leave() {
  "use server";
  await signOut({ redirectTo: "/" });
}

async function Greeting() {
  return <h1>{greeting(await auth())}</h1>;
}

export default function Page() {
  return (
    <main>
      <Suspense>
        <Greeting />
      </Suspense>
      <form action={withProvider}>
        <button type="submit">With the provider</button>
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

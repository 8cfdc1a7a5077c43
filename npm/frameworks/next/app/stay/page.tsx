import Link from "next/link";
import { Suspense } from "react";
import { auth, signIn, signOut } from "@/auth";

/** Signs in or out, and renders this page again. */
async function change(form: FormData) {
  "use server";
  const fields = Object.fromEntries(form);
  if (form.get("username")) await signIn("credentials", { ...fields, redirect: false });
  else await signOut({ redirect: false });
}

export default function Stay() {
  return (
    <Suspense>
      <Name />
    </Suspense>
  );
}

async function Name() {
  const session = await auth();
  return (
    <form action={change}>
      <p>{session ? `Hello ${session.user.name}` : "Nobody is signed in"}</p>
      <input name="username" />
      <input name="password" type="password" />
      <button type="submit">Change</button>
      <Link href="/client">Client</Link>
    </form>
  );
}

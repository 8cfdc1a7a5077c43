import Link from "next/link";
import { auth, signIn, signOut } from "@/auth";

async function enter() {
  "use server";
  await signIn("github", { redirectTo: "/protected" });
}

async function leave() {
  "use server";
  await signOut({ redirectTo: "/" });
}

export default async function Home() {
  const session = await auth();
  if (!session) {
    return (
      <form action={enter}>
        <p>Nobody is signed in</p>
        <button type="submit">Sign in with GitHub</button>
      </form>
    );
  }
  return (
    <form action={leave}>
      <p>{`Hello ${session.user.name}`}</p>
      <p>
        <Link href="/protected">Protected page</Link>
      </p>
      <button type="submit">Sign out</button>
    </form>
  );
}

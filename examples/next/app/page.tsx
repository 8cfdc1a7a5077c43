import Link from "next/link";
import { Suspense } from "react";
import { auth, signIn, signOut } from "@/auth";

export default function Home() {
  return (
    <main className="p-8">
      <Suspense fallback={<p>One moment …</p>}>
        <Welcome />
      </Suspense>
    </main>
  );
}

async function Welcome() {
  const session = await auth();
  if (!session) {
    return (
      <form action={enter}>
        <p>Nobody is signed in</p>
        <Button>Sign in</Button>
      </form>
    );
  }
  return (
    <form action={leave}>
      <p>{`Hello ${session.user.name ?? session.user.email}`}</p>
      <p>
        <Link href="/protected" className="underline">Protected page</Link>
      </p>
      <Button>Sign out</Button>
    </form>
  );
}

async function enter() {
  "use server";
  await signIn(undefined, { redirectTo: "/protected" });
}

async function leave() {
  "use server";
  await signOut({ redirectTo: "/" });
}

/** Without these classes, a button looks like text: Tailwind removes its look. */
function Button({ children }: { children: string }) {
  return (
    <button type="submit" className="mt-4 cursor-pointer rounded-md bg-blue-700 px-4 py-2 text-white">
      {children}
    </button>
  );
}

import { redirect } from "next/navigation";
import { Suspense } from "react";
import { auth } from "@/auth";

export default function Protected() {
  return (
    <main className="p-8">
      <Suspense fallback={<p>One moment …</p>}>
        <Greeting />
      </Suspense>
    </main>
  );
}

async function Greeting() {
  const session = await auth();
  // The proxy sends strangers to the sign-in page. Check again where the data is: a matcher is easily wrong.
  if (!session) redirect("/api/auth/signin?callbackUrl=/protected");
  return <p>{`For ${session.user.name ?? session.user.email}`}</p>;
}

import { SessionProvider } from "@latchkey/auth/next/client";
import { Suspense } from "react";
import { auth } from "@/auth";
import { Greeting } from "./greeting";

export default function Page() {
  return (
    <Suspense fallback={<p>One moment …</p>}>
      <Client />
    </Suspense>
  );
}

/** The first render in the browser has the session, without a request. */
async function Client() {
  return (
    <SessionProvider session={await auth()}>
      <Greeting />
    </SessionProvider>
  );
}

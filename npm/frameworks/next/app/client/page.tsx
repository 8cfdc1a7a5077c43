import { SessionProvider } from "@latchkey/auth/next/client";
import { auth } from "@/auth";
import { Greeting } from "./greeting";

export default async function Page() {
  return (
    <SessionProvider session={await auth()}>
      <Greeting />
    </SessionProvider>
  );
}

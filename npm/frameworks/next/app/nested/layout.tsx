import { type ReactNode, Suspense } from "react";
import { auth } from "@/auth";

async function Name() {
  return <h2>{(await auth())?.user?.name}</h2>;
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <section>
      <Suspense>
        <Name />
        {children}
      </Suspense>
    </section>
  );
}

import type { ReactNode } from "react";
import { auth } from "@/auth";

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <section>
      <h2>{(await auth())?.user?.name}</h2>
      {children}
    </section>
  );
}

import "./app.css";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { auth } from "@/auth";
import { hasInbox } from "@/lib/mail";
import { leaveApplication } from "./actions";
import { SubmitButton } from "./submit_button";

export const metadata: Metadata = { title: { default: "Acme Projects", template: "%s – Acme Projects" } };

export default async function Layout({ children }: { children: ReactNode }) {
  const session = await auth();
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/" className="brand">Acme Projects</Link>
          {session && (
            <form action={leaveApplication}>
              {/* A page of the library: no page of Next, so a plain link. */}
              <a href="/api/auth/account">{session.user.email ?? "Your account"}</a>
              <SubmitButton look="quiet">Sign out</SubmitButton>
            </form>
          )}
        </header>
        <main>{children}</main>
        {hasInbox && (
          <footer>
            No mail leaves this computer: <Link href="/inbox">inbox</Link>
          </footer>
        )}
      </body>
    </html>
  );
}

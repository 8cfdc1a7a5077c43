import { SessionProvider } from "@latchkey/auth/next/client";
import type { ReactNode } from "react";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <SessionProvider basePath="/app/api/auth">{children}</SessionProvider>
      </body>
    </html>
  );
}

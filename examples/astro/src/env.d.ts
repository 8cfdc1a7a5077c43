type AuthLocals = import("@latchkey/auth/astro").LocalsOf<typeof import("./auth.config").config>;

declare namespace App {
  interface Locals extends AuthLocals {}
}

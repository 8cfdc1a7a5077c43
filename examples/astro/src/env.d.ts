type AuthLocals = import("@latchkey/auth/astro").LocalsOf<typeof import("./auth").config>;

declare namespace App {
  interface Locals extends AuthLocals {}
}

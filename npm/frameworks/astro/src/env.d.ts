type AuthLocals =
  & import("@latchkey/auth/astro").LocalsOf<typeof import("./auth").config>
  & import("@latchkey/auth/astro").LocalsOf<typeof import("./auth").config, "member">;

declare namespace App {
  interface Locals extends AuthLocals {}
}

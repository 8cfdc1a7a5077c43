export { auth as proxy } from "@/auth";

/** All paths but those of files that Next has built. */
export const config = { matcher: ["/((?!_next/static|_next/image|favicon.ico).*)"] };

export { auth as proxy } from "@/auth";

/** All paths but those of files. Below a `basePath` of Next, the home page needs its own entry. */
export const config = { matcher: ["/", "/((?!_next/static|_next/image|favicon.ico).*)"] };

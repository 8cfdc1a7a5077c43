import { type NextFetchEvent, type NextRequest, NextResponse } from "next/server";
import { auth } from "@/auth";

/** A proxy of an application that decides itself which pages need a session. */
const wrapped = auth((request) => {
  const { nextUrl: url } = request;
  if (url.pathname === "/wrapped/rewritten") return NextResponse.rewrite(new URL("/who", url));
  if (url.pathname === "/wrapped/open") return;
  if (!request.auth) return NextResponse.redirect(new URL("/?from=proxy", url));
  const headers = new Headers(request.headers);
  headers.set("x-added", request.auth.user.name ?? "");
  return NextResponse.next({ request: { headers }, headers: { "x-seen": "1" } });
});

export default function proxy(request: NextRequest, event: NextFetchEvent) {
  const isWrapped = request.nextUrl.pathname.startsWith("/wrapped") || request.headers.has("x-wrapped");
  return isWrapped ? wrapped(request, event) : auth(request, event);
}

export const config = { matcher: ["/", "/((?!_next/static|_next/image|favicon.ico|plain|nested|reads).*)"] };

import { defineMiddleware, sequence } from "astro:middleware";
import { members, onRequest as withAuth } from "./auth";

const protect = defineMiddleware(async ({ locals, redirect, url: { pathname, search } }, next) => {
  if (!pathname.startsWith("/inside") || (await locals.auth())) return await next();
  return redirect(`/auth/signin?callbackUrl=${encodeURIComponent(pathname + search)}`);
});

export const onRequest = sequence(withAuth, members.onRequest, protect);

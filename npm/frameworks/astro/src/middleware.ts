import { defineMiddleware, sequence } from "astro:middleware";
import { members, onRequest as withAuth } from "./auth";

const protect = defineMiddleware(async ({ locals, url }, next) => {
  if (url.pathname.startsWith("/inside")) await locals.auth.require();
  return await next();
});

export const onRequest = sequence(withAuth, members.onRequest, protect);

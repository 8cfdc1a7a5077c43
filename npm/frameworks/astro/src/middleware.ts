import { defineMiddleware, sequence } from "astro:middleware";
import { members, onRequest as withAuth, signInUrl } from "./auth";

const protect = defineMiddleware(async (context, next) => {
  if (!context.url.pathname.startsWith("/inside") || (await context.locals.auth())) return await next();
  return context.redirect(signInUrl(context));
});

export const onRequest = sequence(withAuth, members.onRequest, protect);

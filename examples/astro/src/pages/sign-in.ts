import type { APIRoute } from "astro";

export const POST: APIRoute = async ({ locals, redirect }) =>
  redirect(await locals.auth.signIn({ redirectTo: "/protected" }));

import type { APIRoute } from "astro";
import { signIn } from "../auth";

export const POST: APIRoute = async (context) =>
  context.redirect(await signIn(context, { redirectTo: "/protected" }));

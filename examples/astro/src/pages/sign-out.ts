import type { APIRoute } from "astro";
import { signOut } from "../auth";

export const POST: APIRoute = async (context) =>
  context.redirect(await signOut(context, { redirectTo: "/" }));

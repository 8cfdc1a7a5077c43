import { error } from "@sveltejs/kit";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ locals }) => {
  const session = await locals.auth();
  if (!session) error(401, "Sign in first.");
  return Response.json({ name: session.user?.name });
};

import type { APIRoute } from "astro";

export const GET: APIRoute = async ({ locals }) => {
  const session = await locals.auth.require();
  return Response.json({ name: session.user.name });
};

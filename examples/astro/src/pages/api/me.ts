import type { APIRoute } from "astro";

export const GET: APIRoute = async ({ locals }) => {
  const session = await locals.auth();
  if (!session) return Response.json({ message: "Sign in first." }, { status: 401 });
  return Response.json({ name: session.user.name });
};

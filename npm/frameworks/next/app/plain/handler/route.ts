import { auth } from "@/auth";

export const GET = auth(async (request) => {
  const again = await auth();
  return Response.json({ name: request.auth?.user.name ?? null, again: again?.user.name ?? null });
});

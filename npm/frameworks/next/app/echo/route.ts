import { auth } from "@/auth";

export const POST = auth(async (request) => {
  return Response.json({ name: request.auth?.user.name ?? null, body: await request.text() });
});

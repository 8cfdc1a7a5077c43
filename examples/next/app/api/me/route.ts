import { auth } from "@/auth";

export const GET = auth((request) => {
  if (!request.auth) return Response.json({ error: "Please sign in." }, { status: 401 });
  return Response.json({ name: request.auth.user?.name });
});

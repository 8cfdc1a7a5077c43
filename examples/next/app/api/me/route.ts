import { auth } from "@/auth";

export const GET = auth((request) => {
  if (!request.auth) return Response.json({ message: "Sign in first." }, { status: 401 });
  return Response.json({ name: request.auth.user.name });
});

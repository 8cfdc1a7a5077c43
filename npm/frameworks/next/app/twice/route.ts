import { auth } from "@/auth";

export async function GET() {
  const sessions = await Promise.all([auth(), auth()]);
  return Response.json(sessions.map((session) => session?.user.name ?? null));
}

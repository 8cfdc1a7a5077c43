import { requireSession } from "../../../auth.ts";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async (event) => {
  const { user } = await requireSession(event);
  return Response.json({ name: user.name });
};

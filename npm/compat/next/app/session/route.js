import { auth } from "../../auth.js";

export async function GET() {
  return Response.json(await auth());
}

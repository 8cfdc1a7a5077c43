import { auth } from "../../theirs.js";

export async function GET() {
  return Response.json((await auth())?.user.name);
}

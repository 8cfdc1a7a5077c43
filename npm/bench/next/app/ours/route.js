import { auth } from "../../ours.js";

export async function GET() {
  return Response.json((await auth())?.user.name);
}

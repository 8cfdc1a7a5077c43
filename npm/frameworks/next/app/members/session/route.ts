import { members } from "@/auth";

export async function GET() {
  return Response.json(await members.auth());
}

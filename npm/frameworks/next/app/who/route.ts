import { headers } from "next/headers";
import { auth } from "@/auth";

export async function GET() {
  return Response.json({ name: (await auth())?.user?.name ?? null, added: (await headers()).get("x-added") });
}

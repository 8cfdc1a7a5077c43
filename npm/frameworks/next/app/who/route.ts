import { headers } from "next/headers";
import { auth } from "@/auth";

export async function GET() {
  const name = (await auth())?.user?.name ?? null;
  const received = await headers();
  const kept = received.get("cookie")?.match(/\bkept=\d/g);
  return Response.json({ name, added: received.get("x-added"), kept });
}

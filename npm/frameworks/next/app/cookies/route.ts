import { cookies } from "next/headers";
import { auth } from "@/auth";

export async function GET() {
  const store = await cookies();
  store.set("a", "1").set("b", "2");
  return Response.json((await auth())?.user?.name ?? null);
}

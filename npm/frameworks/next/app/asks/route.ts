import { asks, auth } from "@/auth";

/** Reads the session, while `callbacks.session` asks for it. */
export async function GET() {
  asks.isOn = true;
  const name = (await auth())?.user?.name ?? null;
  return Response.json({ name, got: asks.got });
}

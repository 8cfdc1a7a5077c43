import { tokens } from "@/auth";
import { tokenHere } from "@/token";

export async function GET(request: Request) {
  const rejected = new URL(request.url).searchParams.get("rejected") ?? undefined;
  const found = await Promise.all([tokenHere(rejected), tokenHere(rejected), tokenHere(rejected)]);
  return Response.json({ found, name: (await tokens.auth())?.user.name ?? null });
}

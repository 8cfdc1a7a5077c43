import { auth, signOut } from "@/auth";

export async function POST() {
  const before = await auth();
  const { redirect } = await signOut({ redirectTo: "/", redirect: false });
  return Response.json({ before: before?.user.name ?? null, after: await auth(), redirect });
}

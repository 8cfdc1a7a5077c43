import { redirect } from "next/navigation";
import { auth } from "@/auth";

export default async function Protected() {
  const session = await auth();
  // The proxy sends strangers to the sign-in page. Check again where the data is: a matcher is easily wrong.
  if (!session) redirect("/api/auth/signin?callbackUrl=/protected");
  return <p>{`For ${session.user.name}`}</p>;
}

import { auth } from "../../auth.js";

export default async function Protected() {
  const session = await auth();
  return <p>For {session.user.name}</p>;
}

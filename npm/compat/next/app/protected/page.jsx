import { Suspense } from "react";
import { auth } from "../../auth.js";

async function Name() {
  const session = await auth();
  return <p>For {session.user.name}</p>;
}

export default function Protected() {
  return (
    <Suspense>
      <Name />
    </Suspense>
  );
}

import { Suspense } from "react";
import { auth } from "@/auth";

export default function Page() {
  return (
    <Suspense>
      <Guarded />
    </Suspense>
  );
}

async function Guarded() {
  const { user } = await auth.require({ redirectTo: "/guarded" });
  return <p>{`For ${user.name}`}</p>;
}

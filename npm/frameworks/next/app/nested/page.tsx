import { Suspense } from "react";
import { auth } from "@/auth";

async function Late() {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return <p>{(await auth())?.user?.name}</p>;
}

export default async function Page() {
  return (
    <article>
      <p>{(await auth())?.user?.name}</p>
      <Suspense fallback="…">
        <Late />
      </Suspense>
    </article>
  );
}

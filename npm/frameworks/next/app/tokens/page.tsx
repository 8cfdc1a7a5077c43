import { redirect } from "next/navigation";
import { Suspense } from "react";
import { tokenHere } from "@/token";

async function renew() {
  "use server";
  redirect(`/tokens?renewed=${encodeURIComponent(await tokenHere())}`);
}

export default function Tokens() {
  return (
    <Suspense>
      <Token />
    </Suspense>
  );
}

async function Token() {
  return (
    <form action={renew}>
      <p>{`Token: ${await tokenHere()}`}</p>
      <button type="submit">Renew</button>
    </form>
  );
}

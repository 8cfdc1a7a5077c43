import { redirect } from "next/navigation";
import { Suspense } from "react";
import { auth } from "@/auth";

/** Needs a proof of the last five minutes. */
async function transfer(form: FormData) {
  "use server";
  const { user } = await auth.require({ maxAge: 300, form });
  redirect(`/transfer?sent=${encodeURIComponent(`${user.name}: ${form.get("to")}`)}`);
}

export default function Transfer() {
  return (
    <Suspense>
      <Form />
    </Suspense>
  );
}

async function Form() {
  const kept = await auth.keptForm("/transfer");
  return (
    <form action={transfer}>
      <input name="to" defaultValue={kept.get("to") ?? ""} />
      <input name="pin" defaultValue={kept.get("pin") ?? ""} />
      <button type="submit">Transfer</button>
    </form>
  );
}

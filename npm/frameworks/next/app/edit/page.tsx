import { redirect } from "next/navigation";
import { Suspense } from "react";
import { auth, update } from "@/auth";

async function write(form: FormData) {
  "use server";
  const before = await auth();
  const session = await update({ text: form.get("text") });
  const after = await auth();
  redirect(`/edit?before=${before?.text ?? ""}&updated=${session?.text ?? ""}&after=${after?.text ?? ""}`);
}

export default function Edit() {
  return (
    <Suspense>
      <Text />
    </Suspense>
  );
}

async function Text() {
  const session = await auth();
  return (
    <form action={write}>
      <p>{`Text: ${session?.text ?? "none"}`}</p>
      <input name="text" />
      <button type="submit">Write</button>
    </form>
  );
}

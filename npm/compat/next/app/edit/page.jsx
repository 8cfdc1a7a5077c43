import { redirect } from "next/navigation";
import { unstable_update } from "../../auth.js";

async function rename(form) {
  "use server";
  const session = await unstable_update({ user: { name: form.get("name") } });
  redirect(`/?now=${encodeURIComponent(session?.user?.name ?? "nobody")}`);
}

export default function Edit() {
  return (
    <form action={rename}>
      <input name="name" />
      <button type="submit">Rename</button>
    </form>
  );
}

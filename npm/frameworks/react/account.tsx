import { useClient, useSession } from "@latchkey/auth/react";

export function Account() {
  const { status, update } = useSession({ required: true });
  const { passkey } = useClient();
  if (status === "loading") return <p>…</p>;
  return (
    <>
      <button type="button" onClick={() => update({ name: "Countess" })}>Become a countess</button>
      <button type="button" onClick={() => passkey.add()}>Add a passkey</button>
    </>
  );
}

import { normalizedEmail } from "@latchkey/auth";
import type { Metadata } from "next";
import { join, leaveApplication } from "@/app/actions";
import { SubmitButton } from "@/app/submit_button";
import { auth } from "@/auth";
import { invitationOf } from "@/lib/invitations";

// The address of this page is a secret: no other site gets it.
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer", robots: "noindex" };

/** Opening the link accepts nothing: mail programs open links, too. */
export default async function Invitation({ params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const [invitation, session] = [invitationOf(secret), await auth()];
  if (!invitation) {
    return (
      <>
        <h1>This invitation has ended</h1>
        <p>Ask for another one.</p>
      </>
    );
  }
  const { organization, role, email } = invitation;
  const isTheirs = normalizedEmail(session?.user.email ?? "") === email;
  return (
    <>
      <h1>
        Join <bdi>{organization}</bdi>
      </h1>
      <p>{`The invitation is for ${email}, as ${role}.`}</p>
      {!session && (
        <a className="button" href={`/api/auth/signin?callbackUrl=/invitation/${secret}`}>Sign in to join</a>
      )}
      {session && isTheirs && (
        <form action={join} className="card">
          <input type="hidden" name="secret" value={secret} />
          <SubmitButton>Join</SubmitButton>
        </form>
      )}
      {session && !isTheirs && (
        <form action={leaveApplication} className="card">
          <p>{`You are signed in as ${session.user.email}. Sign out, and open the link again.`}</p>
          <SubmitButton>Sign out</SubmitButton>
        </form>
      )}
    </>
  );
}

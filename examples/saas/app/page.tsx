import Link from "next/link";
import { auth } from "@/auth";
import { organizationsOf } from "@/lib/organizations";
import { create } from "./actions";
import { Notice, type Search } from "./notice";
import { SubmitButton } from "./submit_button";

export default async function Home({ searchParams }: { searchParams: Search }) {
  const session = await auth();
  return session ? <Organizations userId={session.user.id} search={searchParams} /> : <Welcome />;
}

function Welcome() {
  return (
    <>
      <h1>Projects of your team, in one place</h1>
      <p>Sign in with your email address. A password is up to you.</p>
      <p>
        <a className="button" href="/api/auth/signin?callbackUrl=/">Sign in</a>
      </p>
    </>
  );
}

function Organizations({ userId, search }: { userId: string; search: Search }) {
  const organizations = organizationsOf(userId);
  return (
    <>
      <h1>Your organizations</h1>
      <Notice search={search} />
      {organizations.length === 0 && <p>You belong to none yet. Create one, or open an invitation.</p>}
      {organizations.length > 0 && (
        <ul className="list">
          {organizations.map(({ id, name, role }) => (
            <li key={id}>
              <Link href={`/org/${id}`}>
                <bdi>{name}</bdi>
              </Link>
              <span className="role">{role}</span>
            </li>
          ))}
        </ul>
      )}
      <form action={create} className="card">
        <h2>New organization</h2>
        <label>
          Name <input name="name" required maxLength={60} autoComplete="organization" />
        </label>
        <SubmitButton>Create organization</SubmitButton>
      </form>
    </>
  );
}

import type { Metadata } from "next";
import { giveRole, inviteMember, remove, withdrawInvitation } from "@/app/actions";
import { Notice, type Search } from "@/app/notice";
import { SubmitButton } from "@/app/submit_button";
import { membersOf } from "@/lib/organizations";
import { manages, rightsOf, type Role } from "@/lib/permissions";
import { requireMember } from "@/lib/session";
import { Header } from "../header";

export const metadata: Metadata = { title: "Members" };

type Props = { params: Promise<{ id: string }>; searchParams: Search };

export default async function Members({ params, searchParams }: Props) {
  const { id } = await params;
  const member = await requireMember(id);
  const roles = rightsOf(member.role).manages;
  return (
    <>
      <Header {...member} page="members" />
      <Notice search={searchParams} />
      <ul className="list">
        {membersOf(id).map(({ userId, name, role }) => {
          const managed = manages(member.role, role);
          const changes = userId && managed && roles.length > 1;
          const fields = <Fields organization={id} user={userId} email={name} />;
          return (
            <li key={userId ?? name}>
              <bdi>{name}</bdi>
              {!changes && <span className="role">{userId ? role : `invited as ${role}`}</span>}
              {changes && (
                <form action={giveRole}>
                  {fields}
                  <RoleField label={`Role of ${name}`} roles={roles} role={role} />
                  <SubmitButton look="quiet" label={`Change the role of ${name}`}>Change</SubmitButton>
                </form>
              )}
              {userId && (managed || userId === member.userId) && (
                <form action={remove}>
                  {fields}
                  {userId === member.userId
                    ? <SubmitButton look="danger">Leave</SubmitButton>
                    : <SubmitButton look="danger" label={`Remove ${name}`}>Remove</SubmitButton>}
                </form>
              )}
              {!userId && managed && (
                <form action={withdrawInvitation}>
                  {fields}
                  <SubmitButton look="danger" label={`Withdraw the invitation of ${name}`}>
                    Withdraw
                  </SubmitButton>
                </form>
              )}
            </li>
          );
        })}
      </ul>
      {roles.length > 0 && (
        <form action={inviteMember} className="card">
          <h2>Invite a person</h2>
          <input type="hidden" name="organization" value={id} />
          <label>
            Email address <input name="email" type="email" required maxLength={254} autoComplete="off" />
          </label>
          <label>
            Role <RoleField roles={roles} role="member" />
          </label>
          <SubmitButton>Invite</SubmitButton>
        </form>
      )}
    </>
  );
}

/** Of whom a form is: a member, or an address that is invited. */
function Fields({ organization, user, email }: { organization: string; user: string | null; email: string }) {
  return (
    <>
      <input type="hidden" name="organization" value={organization} />
      {user
        ? <input type="hidden" name="user" value={user} />
        : <input type="hidden" name="email" value={email} />}
    </>
  );
}

function RoleField({ label, roles, role }: { label?: string; roles: readonly Role[]; role: Role }) {
  return (
    <select name="role" aria-label={label} defaultValue={role}>
      {roles.map((each) => <option key={each}>{each}</option>)}
    </select>
  );
}

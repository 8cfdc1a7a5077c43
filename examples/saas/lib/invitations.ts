import { createHash, randomBytes } from "node:crypto";
import { sql, transaction } from "./database";
import { roleIn } from "./organizations";
import { manages, type Role } from "./permissions";

/** What a link invites to. */
export interface Invitation {
  readonly organization: string;
  readonly role: Role;
  readonly email: string;
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

/**
 * Invites a person. Returns the secret of the link to mail to them; `null` if the user may not invite, or if the person has
 * accepted already. A second invitation replaces the first one.
 */
export function invite(
  organizationId: string,
  { by, email, role }: { by: string; email: string; role: string },
): string | null {
  const secret = randomBytes(32).toString("base64url");
  return transaction(() => {
    const invited = sql.prepare("SELECT role FROM members WHERE organization_id = ? AND email = ?")
      .get(organizationId, email);
    // An admin does not replace the invitation of an owner.
    if (!manages(roleIn(organizationId, by), role, String(invited?.role ?? role))) return null;
    const { changes } = sql.prepare(`
      INSERT INTO members (organization_id, role, email, invitation, expires) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (organization_id, email) DO UPDATE SET
        role = excluded.role, invitation = excluded.invitation, expires = excluded.expires
        WHERE user_id IS NULL`).run(organizationId, role, email, sha256(secret), Date.now() + WEEK);
    return changes ? secret : null;
  });
}

/** Withdraws an invitation. Returns whether it was done. */
export function withdraw(organizationId: string, { by, email }: { by: string; email: string }): boolean {
  return transaction(() => {
    const row = sql.prepare(
      "SELECT role FROM members WHERE organization_id = ? AND email = ? AND user_id IS NULL",
    )
      .get(organizationId, email);
    if (!row || !manages(roleIn(organizationId, by), String(row.role))) return false;
    return sql.prepare("DELETE FROM members WHERE organization_id = ? AND email = ? AND user_id IS NULL")
      .run(organizationId, email).changes > 0;
  });
}

/** The invitation of a link; `null` if the link has ended. */
export function invitationOf(secret: string): Invitation | null {
  const row = sql.prepare(`SELECT name AS organization, role, email
    FROM members JOIN organizations ON id = organization_id
    WHERE invitation = ? AND expires > ?`).get(sha256(secret), Date.now());
  return row ? row as unknown as Invitation : null;
}

/**
 * Makes a user a member, once, if they have proved that the invited address is theirs. Returns the id of the organization;
 * `null` if the link has ended, is for somebody else, or if they belong to the organization already.
 */
export function accept(secret: string, userId: string): string | null {
  const row = sql.prepare(`UPDATE OR IGNORE members SET user_id = $user, invitation = NULL, expires = NULL
    WHERE invitation = $invitation AND expires > $now AND email =
      (SELECT lower(email) FROM auth_users WHERE id = $user AND email_verified IS NOT NULL)
    RETURNING organization_id`).get({ $user: userId, $invitation: sha256(secret), $now: Date.now() });
  return row ? String(row.organization_id) : null;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

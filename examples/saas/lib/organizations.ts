import { randomUUID } from "node:crypto";
import { sql, transaction } from "./database";
import { manages, type Role } from "./permissions";

/** An organization, as one of its members sees it. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** A member, or an invitation where `userId` is `null`. */
export interface Member {
  readonly userId: string | null;
  /** Their address, if they have one. */
  readonly name: string;
  readonly role: Role;
}

/** Who changes the role of whom. */
interface Change {
  readonly by: string;
  readonly userId: string;
}

/** The role of a user in an organization; `null` if they do not belong to it. It is read anew for each change. */
export function roleIn(organizationId: string, userId: string): Role | null {
  const row = sql.prepare("SELECT role FROM members WHERE organization_id = ? AND user_id = ?")
    .get(organizationId, userId);
  return row ? row.role as Role : null;
}

/** The organizations of a user. */
export function organizationsOf(userId: string): readonly Organization[] {
  const rows = sql.prepare(`SELECT id, name, role FROM organizations JOIN members ON organization_id = id
    WHERE user_id = ? ORDER BY name, id`).all(userId);
  return rows as unknown as Organization[];
}

/** An organization of a user; `null` if there is none with this id, or the user does not belong to it. */
export function organizationOf(id: string, userId: string): Organization | null {
  return organizationsOf(userId).find((each) => each.id === id) ?? null;
}

/** The members of an organization, and those who are invited. */
export function membersOf(organizationId: string): readonly Member[] {
  const rows = sql.prepare(`SELECT user_id AS userId, role,
      coalesce(auth_users.email, members.email, auth_users.name, 'Unnamed') AS name
    FROM members LEFT JOIN auth_users ON id = user_id
    WHERE organization_id = ? ORDER BY user_id IS NULL, 3`).all(organizationId);
  return rows as unknown as Member[];
}

/** Creates an organization. Its creator owns it. */
export function createOrganization(userId: string, name: string): string {
  const id = randomUUID();
  transaction(() => {
    sql.prepare("INSERT INTO organizations (id, name) VALUES (?, ?)").run(id, name);
    sql.prepare("INSERT INTO members (organization_id, user_id, role) VALUES (?, ?, 'owner')").run(
      id,
      userId,
    );
  });
  return id;
}

/** Changes the role of a member. Returns whether it was done. */
export function changeRole(organizationId: string, { by, userId, role }: Change & { role: string }): boolean {
  return transaction(() => {
    const [own, other] = [roleIn(organizationId, by), roleIn(organizationId, userId)];
    if (!manages(own, other, role) || isLastOwner(organizationId, other) && role !== "owner") return false;
    return sql.prepare("UPDATE members SET role = ? WHERE organization_id = ? AND user_id = ?")
      .run(role, organizationId, userId).changes > 0;
  });
}

/** Removes a member, or lets one leave. Returns whether it was done. */
export function removeMember(organizationId: string, { by, userId }: Change): boolean {
  return transaction(() => {
    const [own, other] = [roleIn(organizationId, by), roleIn(organizationId, userId)];
    if (by !== userId && !manages(own, other) || isLastOwner(organizationId, other)) return false;
    return sql.prepare("DELETE FROM members WHERE organization_id = ? AND user_id = ?")
      .run(organizationId, userId).changes > 0;
  });
}

/** An organization keeps an owner. */
function isLastOwner(organizationId: string, role: Role | null): boolean {
  const row = sql.prepare(`SELECT count(*) AS owners FROM members
    WHERE organization_id = ? AND role = 'owner' AND user_id IS NOT NULL`).get(organizationId);
  return role === "owner" && row?.owners === 1;
}

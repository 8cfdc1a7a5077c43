/**
 * Who may do what in an organization. This is the only place that decides it: the functions of `lib/` ask here before they
 * change anything, and the pages ask here which buttons to show.
 */

export const ROLES = ["owner", "admin", "member"] as const;

export type Role = (typeof ROLES)[number];

interface Rights {
  /** Actions on projects. */
  readonly projects: readonly ("create" | "delete")[];
  /** The roles that they give, change and take away: an admin invites and removes members alone. */
  readonly manages: readonly Role[];
}

const RIGHTS: Readonly<Record<Role, Rights>> = {
  owner: { projects: ["create", "delete"], manages: ROLES },
  admin: { projects: ["create", "delete"], manages: ["member"] },
  member: { projects: ["create"], manages: [] },
};

/** The rights of a role. Without one, a person does not belong to the organization, and may do nothing. */
export function rightsOf(role: Role | null): Rights {
  return role ? RIGHTS[role] : { projects: [], manages: [] };
}

/** Whether a role may give, change or take away other roles. The other ones come from a form: they may be any text. */
export function manages(role: Role | null, ...others: readonly (string | null)[]): boolean {
  const managed: readonly (string | null)[] = rightsOf(role).manages;
  return others.every((other) => managed.includes(other));
}

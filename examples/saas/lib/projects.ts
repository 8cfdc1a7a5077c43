import { randomUUID } from "node:crypto";
import { sql, transaction } from "./database";
import { roleIn } from "./organizations";
import { rightsOf } from "./permissions";

export interface Project {
  readonly id: string;
  readonly name: string;
}

/** The projects of an organization. */
export function projectsOf(organizationId: string): readonly Project[] {
  const rows = sql.prepare("SELECT id, name FROM projects WHERE organization_id = ? ORDER BY name")
    .all(organizationId);
  return rows as unknown as Project[];
}

/** Creates a project, unless there is one with this name. Returns whether the user may do so. */
export function createProject(organizationId: string, { by, name }: { by: string; name: string }): boolean {
  return transaction(() => {
    if (!rightsOf(roleIn(organizationId, by)).projects.includes("create")) return false;
    sql.prepare("INSERT OR IGNORE INTO projects (id, organization_id, name) VALUES (?, ?, ?)")
      .run(randomUUID(), organizationId, name);
    return true;
  });
}

/** Deletes a project of this organization. Returns whether the user may do so. */
export function deleteProject(organizationId: string, { by, id }: { by: string; id: string }): boolean {
  return transaction(() => {
    if (!rightsOf(roleIn(organizationId, by)).projects.includes("delete")) return false;
    sql.prepare("DELETE FROM projects WHERE organization_id = ? AND id = ?").run(organizationId, id);
    return true;
  });
}

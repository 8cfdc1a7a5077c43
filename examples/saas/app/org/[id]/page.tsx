import type { Metadata } from "next";
import { addProject, removeProject } from "@/app/actions";
import { Notice, type Search } from "@/app/notice";
import { SubmitButton } from "@/app/submit_button";
import { rightsOf } from "@/lib/permissions";
import { projectsOf } from "@/lib/projects";
import { requireMember } from "@/lib/session";
import { Header } from "./header";

export const metadata: Metadata = { title: "Projects" };

type Props = { params: Promise<{ id: string }>; searchParams: Search };

export default async function Projects({ params, searchParams }: Props) {
  const { id } = await params;
  const member = await requireMember(id);
  const projects = projectsOf(id);
  const rights = rightsOf(member.role).projects;
  return (
    <>
      <Header {...member} page="projects" />
      <Notice search={searchParams} />
      {projects.length === 0 && <p>There are no projects yet.</p>}
      {projects.length > 0 && (
        <ul className="list">
          {projects.map((project) => (
            <li key={project.id}>
              <bdi>{project.name}</bdi>
              {rights.includes("delete") && (
                <form action={removeProject}>
                  <input type="hidden" name="organization" value={id} />
                  <input type="hidden" name="project" value={project.id} />
                  <SubmitButton look="danger" label={`Delete ${project.name}`}>Delete</SubmitButton>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      {rights.includes("create") && (
        <form action={addProject} className="card">
          <h2>New project</h2>
          <input type="hidden" name="organization" value={id} />
          <label>
            Name <input name="name" required maxLength={60} autoComplete="off" />
          </label>
          <SubmitButton>Create project</SubmitButton>
        </form>
      )}
    </>
  );
}

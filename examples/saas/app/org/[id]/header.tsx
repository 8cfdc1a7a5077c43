import Link from "next/link";
import { organizationsOf } from "@/lib/organizations";
import type { Member } from "@/lib/session";

/** The organization, the menu to switch to another one, and its pages. */
export function Header({ id, name, role, userId, page }: Member & { page: "projects" | "members" }) {
  const others = organizationsOf(userId).filter((each) => each.id !== id);
  const current = (own: string) => own === page ? "page" : undefined;
  return (
    <>
      <div className="title">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <span className="role">{role}</span>
        <details className="menu">
          <summary>Switch organization</summary>
          <ul>
            {others.map((each) => (
              <li key={each.id}>
                <Link href={`/org/${each.id}`}>
                  <bdi>{each.name}</bdi>
                </Link>
              </li>
            ))}
            <li>
              <Link href="/">All organizations</Link>
            </li>
          </ul>
        </details>
      </div>
      <nav aria-label="Organization">
        <Link href={`/org/${id}`} aria-current={current("projects")}>Projects</Link>
        <Link href={`/org/${id}/members`} aria-current={current("members")}>Members</Link>
      </nav>
    </>
  );
}

import { notFound, redirect } from "next/navigation";
import { auth } from "@/auth";
import { type Organization, organizationOf } from "./organizations";

/** The user who is signed in. Each page and each action asks: the proxy alone is not enough. */
export async function requireUser() {
  const session = await auth();
  if (!session) redirect("/api/auth/signin");
  return session.user;
}

/** A user as a member of an organization. */
export interface Member extends Organization {
  readonly userId: string;
}

/** The user who is signed in as a member. 404, not 403, for others: they do not learn which organizations exist. */
export async function requireMember(organizationId: string): Promise<Member> {
  const { id: userId } = await requireUser();
  const organization = organizationOf(organizationId, userId);
  if (!organization) notFound();
  return { ...organization, userId };
}

"use server";

import { normalizedEmail } from "@latchkey/auth";
import { redirect } from "next/navigation";
import { signOut } from "@/auth";
import { accept, invite, withdraw } from "@/lib/invitations";
import { sendInvitation } from "@/lib/mail";
import type { NoticeCode } from "@/lib/notices";
import { changeRole, createOrganization, removeMember } from "@/lib/organizations";
import { createProject, deleteProject } from "@/lib/projects";
import { requireUser } from "@/lib/session";

// Anyone can call these functions with any form: each one finds out who calls, and leaves the decision to `lib/`.

export async function leaveApplication() {
  await signOut({ redirectTo: "/" });
}

export async function create(form: FormData) {
  const user = await requireUser();
  const name = nameIn(form);
  redirect(name ? `/org/${createOrganization(user.id, name)}` : "/?notice=name");
}

export async function addProject(form: FormData) {
  const user = await requireUser();
  const [id, name] = [text(form, "organization"), nameIn(form)];
  const done = name && createProject(id, { by: user.id, name });
  goTo(id, "", done ? null : name ? "refused" : "name");
}

export async function removeProject(form: FormData) {
  const user = await requireUser();
  const id = text(form, "organization");
  goTo(id, "", deleteProject(id, { by: user.id, id: text(form, "project") }) ? "deleted" : "refused");
}

export async function inviteMember(form: FormData) {
  const user = await requireUser();
  const [id, email] = [text(form, "organization"), normalizedEmail(text(form, "email").normalize("NFKC"))];
  if (!/^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,190}$/.test(email)) goTo(id, "/members", "address");
  const secret = invite(id, { by: user.id, email, role: text(form, "role") });
  if (!secret) goTo(id, "/members", "refused");
  const failed = await sendInvitation(email, secret).catch((error) => error);
  if (failed) console.error(failed);
  goTo(id, "/members", failed ? "unsent" : "invited");
}

export async function withdrawInvitation(form: FormData) {
  const user = await requireUser();
  const id = text(form, "organization");
  goTo(id, "/members", withdraw(id, { by: user.id, email: text(form, "email") }) ? "withdrawn" : "refused");
}

export async function giveRole(form: FormData) {
  const user = await requireUser();
  const [id, userId, role] = [text(form, "organization"), text(form, "user"), text(form, "role")];
  goTo(id, "/members", changeRole(id, { by: user.id, userId, role }) ? "changed" : "refused");
}

export async function remove(form: FormData) {
  const user = await requireUser();
  const [id, userId] = [text(form, "organization"), text(form, "user")];
  const done = removeMember(id, { by: user.id, userId });
  if (done && userId === user.id) redirect("/?notice=left");
  goTo(id, "/members", done ? "removed" : "refused");
}

export async function join(form: FormData) {
  const user = await requireUser();
  const id = accept(text(form, "secret"), user.id);
  redirect(id ? `/org/${id}` : "/?notice=ended");
}

/** A field of a form. A script may send a file in its place, or nothing. */
function text(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value.trim() : "";
}

/** A name of at most 60 characters, in one line; "" if it is not one. */
function nameIn(form: FormData): string {
  const name = text(form, "name").replaceAll(/\s+/g, " ");
  return name.length <= 60 && !/\p{Cc}/u.test(name) ? name : "";
}

function goTo(organization: string, page: "" | "/members", notice: NoticeCode | null): never {
  redirect(`/org/${encodeURIComponent(organization)}${page}${notice ? `?notice=${notice}` : ""}`);
}

import { redirect } from "@sveltejs/kit";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async ({ locals: { auth } }) => {
  const session = await auth();
  if (!session) redirect(303, auth.signInUrl());
  return { name: session.user.name ?? session.user.email };
};

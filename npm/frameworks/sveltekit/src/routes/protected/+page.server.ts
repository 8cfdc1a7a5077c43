import { redirect } from "@sveltejs/kit";
import { signInUrl } from "../../auth.ts";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async (event) => {
  const session = await event.locals.auth();
  if (!session) redirect(303, signInUrl(event));
  return { name: session.user.name };
};

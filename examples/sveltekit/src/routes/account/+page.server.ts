import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async ({ locals }) => {
  const { user } = await locals.auth.require();
  return { name: user.name ?? user.email };
};

import type { Actions, PageServerLoad } from "./$types";

let transfers = 0;

export const load: PageServerLoad = async ({ locals }) => {
  await locals.auth.require();
  return { transfers };
};

export const actions: Actions = {
  default: async ({ locals }) => {
    await locals.auth.require();
    // As long as a bank takes: the second click comes meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 500));
    transfers++;
  },
};

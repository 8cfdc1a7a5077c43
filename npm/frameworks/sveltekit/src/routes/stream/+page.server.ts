import type { PageServerLoad } from "./$types";

/** Reads the session first when a part of the page has been sent. */
export const load: PageServerLoad = ({ locals }) => {
  const later = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return (await locals.auth())?.user?.name;
  };
  return { name: later() };
};

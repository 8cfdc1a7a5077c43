import { requireSession } from "../../auth.ts";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async (event) => {
  const { user } = await requireSession(event);
  return { name: user.name };
};

import { signIn, signOut } from "../../auth.ts";
import type { Actions, PageServerLoad } from "./$types";

export const load: PageServerLoad = async ({ locals }) => ({ session: await locals.auth() });

export const actions: Actions = {
  form: signIn,
  idp: (event) => signIn(event, { providerId: "idp", redirectTo: "/protected" }),
  stay: async (event) => {
    const form = await event.request.formData();
    const fields = { username: String(form.get("username")), password: String(form.get("password")) };
    return await signIn(event, { providerId: "credentials", fields, redirect: false });
  },
  leave: (event) => signOut(event, { redirect: false }),
  change: async ({ locals }) => {
    await locals.auth.update({ text: "changed" });
  },
  guarded: async ({ locals }) => ({ name: (await locals.auth.require()).user?.name }),
  transfer: async ({ locals, request }) => {
    const { user } = await locals.auth.require({ maxAge: 300 });
    return { sent: `${user.name}: ${(await request.formData()).get("to")}` };
  },
  read: async (event) => {
    await event.request.formData();
    return await signIn(event);
  },
};

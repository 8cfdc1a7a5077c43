import { redirect } from "@sveltejs/kit";

export async function load({ locals, url }) {
  const session = await locals.auth();
  if (!session?.user) redirect(303, `/auth/signin?callbackUrl=${encodeURIComponent(url.pathname)}`);
  return { name: session.user.name };
}

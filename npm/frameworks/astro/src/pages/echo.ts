export const POST = async ({ request, locals }) => {
  const session = await locals.auth();
  return Response.json({ name: session?.user.name ?? null, body: await request.text() });
};

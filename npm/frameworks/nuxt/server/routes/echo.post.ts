export default defineEventHandler(async (event) => {
  const session = await event.context.auth();
  return { name: session?.user.name ?? null, body: await readRawBody(event) };
});

export default defineEventHandler(async (event) => {
  await event.context.auth();
  return await event.context.auth.update({ text: await readRawBody(event) });
});

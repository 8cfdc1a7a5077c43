/** Needs a proof of the last five minutes. */
export default defineEventHandler(async (event) => {
  const { user } = await event.context.auth.require({ maxAge: 300 });
  const form = await readFormData(event);
  return `${user.name}: ${form.get("to")}`;
});

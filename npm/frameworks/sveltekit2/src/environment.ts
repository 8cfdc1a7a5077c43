export { env } from "$env/dynamic/private";

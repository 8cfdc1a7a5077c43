export { onRequest } from "./auth";

export { app as default } from "./main.mjs";

import "reflect-metadata";
import process from "node:process";
import { NestFactory } from "@nestjs/core";
import { MiddlewareAuth } from "@latchkey/auth/express";
import { AppModule } from "./app.module.js";
import { config } from "./auth.js";
import { AuthErrorFilter } from "./auth_error.filter.js";

const app = await NestFactory.create(AppModule);
app.useGlobalFilters(new AuthErrorFilter(app.getHttpAdapter()));
app.use("/auth", MiddlewareAuth(config));
await app.listen(process.env.PORT ?? 3000);

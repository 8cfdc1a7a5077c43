import "reflect-metadata";
import process from "node:process";
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  Req,
  UnauthorizedException,
  UseGuards,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { FastifyAuth, type RequestAuth } from "@latchkey/auth/fastify";
import { config } from "./auth.js";
import { AuthErrorFilter } from "./auth_error.filter.js";

interface WithAuth {
  auth: RequestAuth<typeof config>;
}

/** Lets a request pass only with a session. */
@Injectable()
class SessionGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (await context.switchToHttp().getRequest<WithAuth>().auth()) return true;
    throw new UnauthorizedException("Sign in first.");
  }
}

@Controller()
class AppController {
  @Get()
  async home(@Req() request: WithAuth) {
    return `Hello, ${(await request.auth())?.user.name ?? "stranger"}`;
  }

  @Get("api/me")
  @UseGuards(SessionGuard)
  async me(@Req() request: WithAuth) {
    return { name: (await request.auth())?.user.name };
  }
}

@Module({ controllers: [AppController] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter());
app.useGlobalFilters(new AuthErrorFilter(app.getHttpAdapter()));
await app.register(FastifyAuth, { config });
await app.listen(process.env.PORT ?? 3000);

import { Controller, Get, Module, Req, UseGuards } from "@nestjs/common";
import type { Request } from "express";
import { getSession } from "@latchkey/auth/express";
import { config } from "./auth.js";
import { SessionGuard } from "./session.guard.js";

@Controller()
class AppController {
  @Get()
  async home(@Req() req: Request) {
    return `Hello, ${(await getSession(req, config))?.user.name ?? "stranger"}`;
  }

  @Get("api/me")
  @UseGuards(SessionGuard)
  async me(@Req() req: Request) {
    return { name: (await getSession(req, config))?.user.name };
  }
}

@Module({ controllers: [AppController] })
export class AppModule {}

import { createElement } from "react";
import { createRoot } from "react-dom/client";
import * as client from "@hono/auth-js/react";
import { provide } from "./provide.js";

provide(client, { createElement, createRoot });

import { createElement } from "react";
import { createRoot } from "react-dom/client";
import * as client from "next-auth-4/react";
import { provide } from "./provide.js";

provide(client, { createElement, createRoot });

import { createElement } from "react";
import { createRoot } from "react-dom/client";
import * as client from "next-auth/react";
import { signIn } from "next-auth/webauthn";
import { provide } from "./provide.js";

provide({ ...client, signInWithPasskey: signIn }, { createElement, createRoot });

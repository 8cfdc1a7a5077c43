/**
 * The messages about the profile in Spanish.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Perfil",
  about: "Sobre usted",
  name: "Nombre",
  optional: "Opcional",
  followed:
    "Su nombre y su imagen vienen del servicio con el que inicia sesión. Cámbielos allí y vuelva a iniciar sesión.",
  saved: "Se ha guardado su perfil.",
  language: "Idioma",
  ofBrowser: "El del navegador",
  changed: "Perfil modificado",
  picture: "Imagen",
  pictureLabel: "Elija una imagen",
  pictureRule: "PNG, JPEG, WebP o GIF de {size} como máximo.",
  errors: {
    required: "Rellene este campo.",
    tick: "Marque esta casilla.",
    tooLong: "Use {count} caracteres como máximo.",
    url: "Escriba una dirección web que empiece por https.",
    date: "Escriba una fecha.",
    choice: "Elija una opción de la lista.",
  },
};

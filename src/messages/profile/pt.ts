/**
 * The messages about the profile in Portuguese.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Perfil",
  about: "Sobre você",
  name: "Nome",
  optional: "Opcional",
  followed: "Seu nome e sua foto vêm do serviço com que você entra. Altere-os lá e entre de novo.",
  saved: "Seu perfil foi salvo.",
  language: "Idioma",
  ofBrowser: "O mesmo do navegador",
  changed: "Perfil alterado",
  picture: "Foto",
  pictureLabel: "Escolha uma imagem",
  pictureRule: "PNG, JPEG, WebP ou GIF de no máximo {size}.",
  errors: {
    required: "Preencha este campo.",
    tick: "Marque esta caixa.",
    tooLong: "Use no máximo {count} caracteres.",
    url: "Digite um endereço da web que comece com https.",
    date: "Digite uma data.",
    choice: "Escolha uma opção da lista.",
  },
};

import type { PageMessages } from '../page-messages.ts';
import type { names as english } from '../en/names.ts';

export const names: Pick<PageMessages, keyof typeof english> = {
  'name.label': 'Tu nombre',
  'name.hint': 'Se muestra públicamente junto a lo que escribes en los portales de ideas.',
  'name.postedAs':
    'Se publica con el nombre {name}, a la vista de todos. Las direcciones de correo se ocultan.',
  'name.change': 'Cambiar tu nombre',
  'name.missing': 'Escribe tu nombre. Se muestra con lo que publicas.',
  'name.tooLong': 'Tu nombre puede tener como máximo 120 caracteres.',
  'name.invisible': 'Usa un nombre en una sola línea, sin caracteres invisibles.',
  'name.alphabets': 'Usa letras de un solo alfabeto en cada palabra de tu nombre.',
  'name.team': 'Usa un nombre sin «Team» ni marcas de verificación: indican lo que escribe el equipo.',
  'name.address': 'Elige un nombre que no sea una dirección de correo, porque todos pueden verlo.',
};

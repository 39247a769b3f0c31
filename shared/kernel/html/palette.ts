import { styleSheet } from './text-file.ts';

/** A color in the light and in the dark scheme. */
export interface Color {
  light: string;
  dark: string;
}

const tokens = styleSheet('./styles/tokens.css', import.meta.url);

/** A color of the palette by its name, such as `surface`, for mail and pictures. */
export function colorOf(name: string): Color {
  const [, light, dark] =
    new RegExp(`--${name}:light-dark\\((#[0-9a-f]{3,6}),(#[0-9a-f]{3,6})\\)`).exec(tokens) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`tokens.css declares no color --${name}.`);
  return { light: whole(light), dark: whole(dark) };
}

/** A color of six digits, which a minified one may have halved. */
const whole = (color: string): string => (color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color);

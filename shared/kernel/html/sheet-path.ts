import { createHash } from 'node:crypto';

/** The path of a stylesheet; it depends on the content, so that browsers may cache it permanently. */
export const sheetPath = (name: string, text: string): string => `${pathOf(name, text)}.css`;

/** The path of a script, which depends on the content in the same way. */
export const scriptPath = (name: string, text: string): string => `${pathOf(name, text)}.js`;

const pathOf = (name: string, text: string): string =>
  `/assets/${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

import { createHash } from 'node:crypto';

/** Where a stylesheet is served: another path for every other content, so that browsers may keep it for good. */
export const sheetPath = (name: string, text: string): string =>
  `/assets/${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.css`;

import type { Reader } from '../../kernel/core/database.ts';

const previews = new WeakSet<Reader>();

/** Marks the reader of a request that previews a private portal. */
export function asPreview(read: Reader): Reader {
  previews.add(read);
  return read;
}

/** Whether a request previews a private portal. */
export const isPreview = (read: Reader): boolean => previews.has(read);

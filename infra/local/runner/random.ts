import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(8192);
let used = pool.length;

/**
 * Random bytes (at most 8192) as text; drawn in bulk, since a draw costs as much as the rest of a small
 * request.
 */
export function randomText(bytes: number, encoding: 'base64' | 'hex'): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString(encoding, used - bytes, used);
}

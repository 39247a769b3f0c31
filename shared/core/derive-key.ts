import { hkdfSync } from 'node:crypto';

/**
 * Derives a 256-bit key for one purpose from a shared secret (HKDF, RFC 5869), so that keys for different
 * purposes are independent.
 */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `plotline ${purpose}`, 32));

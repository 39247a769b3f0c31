import { hkdfSync } from 'node:crypto';

/** A 256-bit key for one purpose out of a secret that serves several (HKDF, RFC 5869), so that none stands for another. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `plotline ${purpose}`, 32));

import { v7 } from 'uuid';

/** A new UUID version 7 (RFC 9562) of the given instant, so that ids sort by when they were made. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });

/** The 16 bytes of a UUID, the form in which sets of ids are stored. */
export const idToBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** The text form of a UUID's 16 bytes. */
export function idFromBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

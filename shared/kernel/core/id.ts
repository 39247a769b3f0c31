import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Generates a UUID version 7 (RFC 9562) for an instant, so that ids sort by creation time. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });

/**
 * The prefix of the lowest id of an instant in milliseconds since 1970: ids begin with their time (RFC 9562, section
 * 5.7).
 */
export function firstIdAt(at: number): string {
  const hex = Math.max(0, at).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** The creation time of an id in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The 16 bytes of a UUID, as stored in sets of ids. */
export const idToBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** The text form of a UUID's 16 bytes. */
export function idFromBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A UUID version 8 (RFC 9562) that is the same for the same text and reveals nothing of it. */
export function idOfText(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return idFromBytes(bytes);
}

/** Ids of an instant that are the same, in the same order, for everyone who draws them for a text. */
export function idsOfText(text: string, at: number): () => string {
  let position = 0;
  return () => {
    const hash = createHash('sha256').update(`${text}#${position++}`).digest('hex');
    const variant = (8 + (Number.parseInt(hash[3]!, 16) % 4)).toString(16);
    return `${firstIdAt(at)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
  };
}

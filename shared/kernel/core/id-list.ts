const BYTES = 16;

/** UUIDs in 22 characters each, for cursors. */
export const fromIds = (ids: readonly string[]): string =>
  Buffer.concat(ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))).toString('base64url');

/** Parses the UUIDs in a text from `fromIds`. */
export function toIds(text: string): string[] {
  const bytes = Buffer.from(text, 'base64url');
  return Array.from({ length: bytes.length / BYTES }, (_, position) => {
    const hex = bytes.toString('hex', position * BYTES, (position + 1) * BYTES);
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  });
}

/** The head of a mail, which an empty line ends, from its first bytes; undefined if they do not have it whole. */
export function headOf(start: Uint8Array): Uint8Array | undefined {
  const end = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
    .toString('latin1')
    .search(/\r?\n\r?\n/);
  return end < 0 ? undefined : start.subarray(0, end);
}

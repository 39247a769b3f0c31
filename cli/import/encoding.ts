/** How a file's text is encoded, for people. */
type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252 (Latin-1)';

/**
 * The text of a file in UTF-8 or UTF-16, by its byte order mark or its zero bytes; otherwise in Windows-1252, which
 * contains ISO 8859-1 and has a character for each byte. Removes a byte order mark.
 */
export function decode(bytes: Buffer): { text: string; encoding: Encoding } {
  const utf16 = utf16Of(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252 (Latin-1)' };
  }
}

/** Bytes at the start that show it: text in UTF-16 has few characters above U+00FF in its header. */
const SAMPLE_BYTES = 200;

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  const sample = [...bytes.subarray(0, SAMPLE_BYTES)];
  const zeros = (parity: number) => sample.filter((byte, at) => at % 2 === parity && byte === 0).length;
  if (zeros(1) > sample.length / 4) return 'utf-16le';
  return zeros(0) > sample.length / 4 ? 'utf-16be' : undefined;
}

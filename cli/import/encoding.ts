import { isUtf8 } from 'node:buffer';

/** How a file's text is encoded, for people. */
type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252 (Latin-1)';

/** What a file says, as a whole text or as the bytes of it in UTF-8, without a byte order mark. */
interface Decoded {
  encoding: Encoding;
  text: () => string;
  utf8: () => Buffer;
}

/**
 * Reads a file in UTF-8 or UTF-16, by its byte order mark or its zero bytes; otherwise in Windows-1252, which contains
 * ISO 8859-1 and has a character for each byte. A large file is held once: it is a text only if that is asked for.
 */
export function decode(bytes: Buffer): Decoded {
  const utf16 = utf16Of(bytes);
  if (utf16) return decoded('UTF-16', new TextDecoder(utf16).decode(bytes));
  if (!isUtf8(bytes)) return decoded('Windows-1252 (Latin-1)', new TextDecoder('windows-1252').decode(bytes));
  const hasMark = bytes.subarray(0, 3).toString('hex') === 'efbbbf';
  const utf8 = hasMark ? bytes.subarray(3) : bytes;
  return { encoding: 'UTF-8', text: () => utf8.toString(), utf8: () => utf8 };
}

const decoded = (encoding: Encoding, text: string): Decoded => ({
  encoding,
  text: () => text,
  utf8: () => Buffer.from(text),
});

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

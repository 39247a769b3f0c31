import { isUtf8 } from 'node:buffer';
import { guessEncoding } from './guess-encoding.ts';

/** What a file says, as a whole text or as the bytes of it in UTF-8, without a byte order mark. */
interface Decoded {
  /** How it is encoded, for people. */
  encoding: string;
  text: () => string;
  utf8: () => Buffer;
}

/**
 * Reads a file in UTF-8 or UTF-16, by its byte order mark or its zero bytes; otherwise in the encoding of
 * Windows, Mac OS or East Asia that its text looks like. A large file is held once: it is a text only if that is asked for.
 */
export function decode(bytes: Buffer): Decoded {
  const utf16 = utf16Of(bytes);
  if (utf16) return decoded('UTF-16', new TextDecoder(utf16).decode(bytes));
  if (!isUtf8(bytes)) {
    const { label, name } = guessEncoding(bytes);
    return decoded(name, new TextDecoder(label).decode(bytes));
  }
  const hasMark = bytes.subarray(0, 3).toString('hex') === 'efbbbf';
  const utf8 = hasMark ? bytes.subarray(3) : bytes;
  return { encoding: 'UTF-8', text: () => utf8.toString(), utf8: () => utf8 };
}

const decoded = (encoding: string, text: string): Decoded => ({
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

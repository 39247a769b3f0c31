import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_BYTES = 13;
/** The length, type and checksum around a chunk's data. */
const CHUNK_BYTES = 12;

/** Chunks that the pixels and their colors depend on, and those of animations; the rest is metadata. */
const SHOWN = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT iCCP cICP mDCV cLLI bKGD acTL fcTL fdAT'.split(' '),
);

/**
 * A PNG without its metadata (PNG, third edition, section 11): text, EXIF, times and unknown chunks. Undefined for
 * another file, or if a chunk is damaged, out of place or after the end.
 */
export function cleanPng(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const kept: Buffer[] = [SIGNATURE];
  let hasData = false;
  let at = SIGNATURE.length;
  while (at + CHUNK_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + CHUNK_BYTES + length;
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    const isFirst = at === SIGNATURE.length;
    if (isFirst !== (type === 'IHDR') || (isFirst && length !== HEADER_BYTES)) return undefined;
    if (SHOWN.has(type)) kept.push(bytes.subarray(at, end));
    else if (isCritical(type)) return undefined;
    hasData ||= type === 'IDAT';
    at = end;
    if (type === 'IEND')
      return length === 0 && hasData && at === bytes.length ? Buffer.concat(kept) : undefined;
  }
  return undefined;
}

/** Chunks of a type in upper case must be understood; a decoder refuses a file with an unknown one. */
const isCritical = (type: string): boolean => !/^[a-z][A-Za-z]{3}$/.test(type);

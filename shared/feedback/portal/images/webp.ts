import { EXIF_MARK, orientationOnly } from './orientation.ts';

interface Chunk {
  type: string;
  data: Buffer;
}

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
/** The place, size and duration of an animation's frame, before its own chunks. */
const FRAME_HEAD_BYTES = 16;
const EXTENDED_BYTES = 10;
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04] as const;

const PICTURES = ['VP8 ', 'VP8L'];
const SHOWN = [...PICTURES, 'VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH'];

/**
 * A WebP without its metadata (RFC 9649, section 2): EXIF but for its orientation, XMP and unknown chunks. Undefined for
 * another file, or if it is damaged or goes on after its end.
 */
export function cleanWebp(bytes: Buffer): Buffer | undefined {
  if (bytes.length < HEAD_BYTES || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (bytes.toString('latin1', 8, HEAD_BYTES) !== 'WEBP') return undefined;
  if (bytes.readUInt32LE(4) + CHUNK_HEAD_BYTES !== bytes.length) return undefined;
  const chunks = chunksOf(bytes.subarray(HEAD_BYTES));
  const first = chunks?.[0];
  if (!chunks || !first || ![...PICTURES, 'VP8X'].includes(first.type)) return undefined;
  if (!chunks.some(({ type }) => PICTURES.includes(type) || type === 'ANMF')) return undefined;
  const kept = first.type === 'VP8X' ? cleanExtended(first, chunks.slice(1)) : cleanChunks([first]);
  if (!kept) return undefined;
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept.map(toBytes)]);
  return toBytes({ type: 'RIFF', data: body });
}

/** The extended format: its first chunk says what follows. */
function cleanExtended({ type, data }: Chunk, chunks: readonly Chunk[]): Chunk[] | undefined {
  if (data.length !== EXTENDED_BYTES) return undefined;
  const kept = cleanChunks(chunks.filter(({ type: other }) => other !== 'VP8X'));
  const exif = chunks.find(({ type: other }) => other === 'EXIF')?.data;
  const tiff = exif && orientationOnly(withoutMark(exif));
  const flags = Buffer.from(data);
  flags[0] = (flags[0]! & ~(HAS_EXIF | HAS_XMP)) | (tiff ? HAS_EXIF : 0);
  return kept && [{ type, data: flags }, ...kept, ...(tiff ? [{ type: 'EXIF', data: tiff }] : [])];
}

/** Some writers put the mark of JPEG's segment in front. */
const withoutMark = (exif: Buffer): Buffer =>
  exif.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? exif.subarray(EXIF_MARK.length) : exif;

/** The chunks that are shown; undefined if one of them is damaged. */
function cleanChunks(chunks: readonly Chunk[]): Chunk[] | undefined {
  const kept: Chunk[] = [];
  for (const chunk of chunks) {
    if (!SHOWN.includes(chunk.type)) continue;
    const clean = cleanChunk(chunk);
    if (!clean) return undefined;
    kept.push(clean);
  }
  return kept;
}

function cleanChunk({ type, data }: Chunk): Chunk | undefined {
  if (type === 'VP8 ' && data.toString('hex', 3, 6) !== '9d012a') return undefined;
  if (type === 'VP8L' && data[0] !== 0x2f) return undefined;
  if (type !== 'ANMF') return { type, data };
  const frame = data.length < FRAME_HEAD_BYTES ? undefined : chunksOf(data.subarray(FRAME_HEAD_BYTES));
  const kept = frame && cleanChunks(frame.filter((chunk) => [...PICTURES, 'ALPH'].includes(chunk.type)));
  return kept && { type, data: Buffer.concat([data.subarray(0, FRAME_HEAD_BYTES), ...kept.map(toBytes)]) };
}

/** All chunks; undefined if one is cut off, or bytes remain. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + CHUNK_HEAD_BYTES > bytes.length) return undefined;
    const length = bytes.readUInt32LE(at + 4);
    const start = at + CHUNK_HEAD_BYTES;
    const end = start + length + (length % 2);
    if (end > bytes.length) return undefined;
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(start, start + length) });
    at = end;
  }
  return chunks;
}

/** A chunk with its head, padded to an even length. */
function toBytes({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD_BYTES);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

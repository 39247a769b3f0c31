import { EXIF_MARK, orientationOnly } from './orientation.ts';

const [APP0, APP1, APP2, APP14, COMMENT] = [0xe0, 0xe1, 0xe2, 0xee, 0xfe] as const;
const [START, END, SCAN] = [0xd8, 0xd9, 0xda] as const;
const JFIF_BYTES = 14;
/** Cameras and programs write at most some ten; each costs as much time as the whole picture, however small it is. */
const SCANS_MAX = 64;

/** Segments that decoding needs: frames and tables of Huffman and arithmetic codes, quantization, restarts. */
const isCoding = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || [SCAN, 0xdb, 0xdc, 0xdd].includes(marker);
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * A JPEG without its metadata (ITU-T T.81, annex B): EXIF but for its orientation, XMP, IPTC, comments and embedded
 * thumbnails. Color profiles remain. Undefined for another file, or if it is damaged, goes on after its end or has more scans than any program writes.
 */
export function cleanJpeg(bytes: Buffer): Buffer | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== START) return undefined;
  const kept = [bytes.subarray(0, 2)];
  let hasFrame = false;
  let scans = 0;
  let at = 2;
  for (;;) {
    const markerAt = skipFill(bytes, at);
    const marker = markerAt === undefined ? undefined : bytes[markerAt];
    if (markerAt === undefined || marker === undefined) return undefined;
    if (marker === END) {
      if (scans === 0 || markerAt + 1 !== bytes.length) return undefined;
      return Buffer.concat([...kept, Buffer.from([0xff, END])]);
    }
    const end = segmentEnd(bytes, markerAt + 1);
    if (end === undefined) return undefined;
    const segment = cleanSegment(marker, bytes.subarray(markerAt + 3, end));
    if (segment === undefined) return undefined;
    kept.push(segment);
    hasFrame ||= isFrame(marker);
    at = end;
    if (marker !== SCAN) continue;
    if (!hasFrame || ++scans > SCANS_MAX) return undefined;
    at = scanEnd(bytes, end);
    kept.push(bytes.subarray(end, at));
  }
}

/** The position of a marker's second byte, after any fill bytes; undefined if there is no marker. */
function skipFill(bytes: Buffer, start: number): number | undefined {
  if (bytes[start] !== 0xff) return undefined;
  let at = start + 1;
  while (bytes[at] === 0xff) at++;
  return at;
}

function segmentEnd(bytes: Buffer, lengthAt: number): number | undefined {
  if (lengthAt + 2 > bytes.length) return undefined;
  const length = bytes.readUInt16BE(lengthAt);
  return length < 2 || lengthAt + length > bytes.length ? undefined : lengthAt + length;
}

/** The end of a scan's coded data: the next marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1]!;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** The cleaned segment, empty if it is metadata; undefined if no JPEG can have it. */
function cleanSegment(marker: number, data: Buffer): Buffer | undefined {
  if (isCoding(marker)) return segmentOf(marker, data);
  if (marker === COMMENT || (marker >= APP0 && marker <= 0xef)) return cleanApplicationData(marker, data);
  return undefined;
}

function cleanApplicationData(marker: number, data: Buffer): Buffer {
  const isNamed = (name: string) => data.toString('latin1', 0, name.length) === name;
  if (marker === APP0 && isNamed('JFIF\0') && data.length >= JFIF_BYTES) {
    const header = Buffer.from(data.subarray(0, JFIF_BYTES));
    // The width and height of its thumbnail.
    header.fill(0, JFIF_BYTES - 2);
    return segmentOf(marker, header);
  }
  if (marker === APP1 && isNamed(EXIF_MARK.toString('latin1'))) {
    const tiff = orientationOnly(data.subarray(EXIF_MARK.length));
    return tiff ? segmentOf(marker, Buffer.concat([EXIF_MARK, tiff])) : Buffer.alloc(0);
  }
  const isColor = (marker === APP2 && isNamed('ICC_PROFILE\0')) || (marker === APP14 && isNamed('Adobe'));
  return isColor ? segmentOf(marker, data) : Buffer.alloc(0);
}

function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

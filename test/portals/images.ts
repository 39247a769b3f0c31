import { crc32, deflateSync } from 'node:zlib';

/** What no image that was uploaded may show: a text, and a place as EXIF writes it (52° north). */
export const SECRET = 'Taken at home by Ada';
const GPS_TAG = 0x8825;

/** TIFF data with a direction, a text and a place. */
export function exif(orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const text = Buffer.from(`${SECRET}\0`, 'latin1');
  const textAt = 8 + 2 + 3 * 12 + 4;
  const gps = [Buffer.from([1, 0]), entry(1, 2, 2, 0x4e), Buffer.alloc(4)];
  return Buffer.concat([
    Buffer.from('49492a0008000000', 'hex'),
    Buffer.from([3, 0]),
    entry(0x010e, 2, text.length, textAt),
    entry(0x0112, 3, 1, orientation),
    entry(GPS_TAG, 4, 1, textAt + text.length),
    Buffer.alloc(4),
    text,
    ...gps,
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, crc]);
}

/** A PNG of noise in bands: one that is smaller is easier to pack. */
export function noisyPng(width: number, height: number, noise = 32): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let seed = 1;
  for (let at = 0; at < rows.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    const isFilter = at % (width * 3 + 1) === 0;
    rows[at] = isFilter ? 0 : ((at % 160) + ((seed >> 16) % noise)) & 0xff;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`, 'latin1')),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of one pixel with further chunks before its data. */
export const png = (...more: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.from('00ff0000', 'hex'))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A gray JPEG of one pixel (8 by 8 as coded) with further segments after its start. */
export const jpeg = (...more: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...more,
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegSegment(0xc0, Buffer.from('080001000101011100', 'hex')),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x00, 1]), Buffer.alloc(15), Buffer.from([0])])),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0])])),
    jpegSegment(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.from('3fff00', 'hex'),
    Buffer.from('ffd9', 'hex'),
  ]);

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A lossless WebP of one pixel, in the extended format if it has metadata. */
export function webp(metadata: Record<string, Buffer> = {}): Buffer {
  const picture = webpChunk('VP8L', Buffer.from('2f00000000078810fd0ffe', 'hex'));
  const more = Object.entries(metadata);
  const flags = ('EXIF' in metadata ? 0x08 : 0) | ('XMP ' in metadata ? 0x04 : 0);
  const extended = webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const chunks = more.map(([type, data]) => webpChunk(type, data));
  const body = more.length === 0 ? [picture] : [extended, picture, ...chunks];
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...body]));
}

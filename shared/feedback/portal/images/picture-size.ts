import type { ImageType } from '../image.ts';

export interface PictureSize {
  width: number;
  height: number;
}

const readers: Readonly<Record<ImageType, (bytes: Buffer) => PictureSize | undefined>> = {
  'image/png': (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** The size of a cleaned picture in pixels, as it is coded, before its orientation; undefined if it has none. */
export function pictureSize(type: ImageType, bytes: Buffer): PictureSize | undefined {
  try {
    const size = readers[type](bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // A chunk that is too short to say it.
    return undefined;
  }
}

/** Of the first frame's header (ITU-T T.81, section B.2.2). */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Of the first chunk (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer): PictureSize | undefined {
  const type = bytes.toString('latin1', 12, 16);
  if (type === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (type === 'VP8 ') {
    const [width, height] = [bytes.readUInt16LE(26), bytes.readUInt16LE(28)];
    return { width: width & 0x3fff, height: height & 0x3fff };
  }
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

import { crc32, deflateSync } from 'node:zlib';

type Rgb = readonly [number, number, number];

/** Draws waves between two colors as a PNG, since the demo has no image files. */
export function wavesPicture(
  { width, height }: { width: number; height: number },
  from: Rgb,
  to: Rgb,
  waves: number,
): Buffer {
  const STEPS = 24;
  const row = (y: number): Buffer => {
    const line = Buffer.alloc(1 + width);
    for (let x = 0; x < width; x++) {
      const swell = Math.sin((x / width) * Math.PI * 2 * waves + y / 40) * 0.09;
      const depth = Math.min(0.999, Math.max(0, y / height + swell));
      line[1 + x] = Math.floor(depth * STEPS);
    }
    return line;
  };
  const palette = Array.from({ length: STEPS }, (_, step) =>
    from.map((part, channel) => Math.round(part + ((to[channel]! - part) * step) / (STEPS - 1))),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, an index into the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG chunk: length, name, bytes and checksum. */
function chunk(name: string, bytes: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

import { expect, test } from 'vitest';
import { cleanJpeg } from '../../shared/feedback/portal/images/jpeg.ts';

/** A JPEG of a frame and so many scans, which cost decoders as much time as the picture is large, each. */
function jpegOf(scans: number): Buffer {
  const segment = (marker: number, bytes: number[]) =>
    Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes]);
  const frame = segment(0xc2, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
  const scan = Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), Buffer.from([0x12, 0x34])]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    frame,
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

test('a JPEG has at most as many scans as programs write', () => {
  expect(cleanJpeg(jpegOf(64))).toEqual(jpegOf(64));
  expect(cleanJpeg(jpegOf(65))).toBeUndefined();
});

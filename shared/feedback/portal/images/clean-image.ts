import type { ImageType } from '../image.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const formats: readonly [ImageType, (bytes: Buffer) => Buffer | undefined][] = [
  ['image/png', cleanPng],
  ['image/jpeg', cleanJpeg],
  ['image/webp', cleanWebp],
];

/**
 * An image of a supported type, recognized by its content, without metadata such as the place where it was taken. The
 * pixels are unchanged. Undefined for any other file, and for a damaged image or one with data after its end.
 */
export function cleanImage(bytes: Buffer): { type: ImageType; bytes: Buffer } | undefined {
  for (const [type, clean] of formats) {
    const cleaned = clean(bytes);
    if (cleaned) return { type, bytes: cleaned };
  }
  return undefined;
}

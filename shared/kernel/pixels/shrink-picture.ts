import './pixels.ts';
import resize, { initResize } from '@jsquash/resize';
import encoderFactory from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import { defaultOptions } from '@jsquash/webp/meta.js';
import { initEmscriptenModule } from '@jsquash/webp/utils.js';
import { memoize } from '../core/schema.ts';
import { compiled } from './compiled.ts';
import type { Pixels } from './pixels.ts';

const resizer = memoize(() => initResize(compiled('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm')));

type Resize = (
  picture: Pixels,
  options: { width: number; height: number; method: 'catrom'; linearRGB: boolean },
) => Promise<Pixels>;

interface Encoder {
  encode: (data: Uint8ClampedArray, width: number, height: number, options: object) => Uint8Array | null;
}

// The package's own `encode` chooses its module by an import that a bundle does not resolve.
const encoder = memoize(
  () =>
    initEmscriptenModule(
      encoderFactory,
      compiled('@jsquash/webp/codec/enc/webp_enc_simd.wasm'),
    ) as unknown as Promise<Encoder>,
);

/** The pixels at a width, in the same ratio. */
export async function shrinkPicture(picture: Pixels, width: number): Promise<Pixels> {
  if (width >= picture.width) return picture;
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  await resizer();
  const options = { width, height, method: 'catrom', linearRGB: false } as const;
  return await (resize as unknown as Resize)(picture, options);
}

/** The pixels as a WebP of a quality of at most 100, without metadata. Throws an Error if they are more than WebP has. */
export async function encodePicture({ data, width, height }: Pixels, quality: number): Promise<Buffer> {
  const { encode } = await encoder();
  const bytes = encode(data, width, height, { ...defaultOptions, quality });
  if (!bytes) throw new Error(`A picture of ${width} by ${height} pixels could not be written.`);
  return Buffer.from(bytes);
}

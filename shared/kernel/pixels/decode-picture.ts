import './pixels.ts';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { memoize } from '../core/schema.ts';
import { compiled } from './compiled.ts';
import type { Pixels } from './pixels.ts';

const jpeg = memoize(() => initJpeg(compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')));
const png = memoize(() => initPng(compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm')));
const webp = memoize(() => initWebp(compiled('@jsquash/webp/codec/dec/webp_dec.wasm')));

type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** The packages' types are those of browsers, which a server has none of. */
const decoders: Readonly<Record<PictureType, (bytes: ArrayBuffer) => Promise<unknown>>> = {
  'image/jpeg': async (bytes) => {
    await jpeg();
    return (await decodeJpeg(bytes, { preserveOrientation: true })) as unknown;
  },
  'image/png': async (bytes) => {
    await png();
    return (await decodePng(bytes)) as unknown;
  },
  'image/webp': async (bytes) => {
    await webp();
    return (await decodeWebp(bytes)) as unknown;
  },
};

/**
 * The pixels of a picture, upright; of an animation, those of its first frame. Undefined if it cannot be read. They take
 * four bytes each, several times over: read the size of the picture first.
 */
export async function decodePicture(type: PictureType, file: Uint8Array): Promise<Pixels | undefined> {
  try {
    const { data, width, height } = (await decoders[type](new Uint8Array(file).buffer)) as Pixels;
    return { data, width, height };
  } catch {
    return undefined;
  }
}

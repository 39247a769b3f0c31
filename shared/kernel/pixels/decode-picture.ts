import './pixels.ts';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { compiled } from './compiled.ts';
import type { Pixels } from './pixels.ts';

type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

interface Decoder {
  init: () => Promise<unknown>;
  /** The packages' types are those of browsers, which a server has none of. */
  decode: (bytes: ArrayBuffer) => Promise<unknown>;
}

const decoders: Readonly<Record<PictureType, Decoder>> = {
  'image/jpeg': {
    init: () => initJpeg(compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')),
    decode: (bytes) => decodeJpeg(bytes, { preserveOrientation: true }),
  },
  'image/png': {
    init: () => initPng(compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm')),
    decode: (bytes) => decodePng(bytes),
  },
  'image/webp': {
    init: () => initWebp(compiled('@jsquash/webp/codec/dec/webp_dec.wasm')),
    decode: (bytes) => decodeWebp(bytes),
  },
};

/** Those that are loaded. One that failed is loaded again, since it may not have freed its memory. */
const loaded = new Map<PictureType, Promise<unknown>>();

function load(type: PictureType): Promise<unknown> {
  const loading = loaded.get(type) ?? decoders[type].init();
  loaded.set(type, loading);
  return loading;
}

/**
 * The pixels of a picture, upright; of an animation, those of its first frame. Undefined if it cannot be read. They take
 * four bytes each, several times over: read the size of the picture first.
 */
export async function decodePicture(type: PictureType, file: Uint8Array): Promise<Pixels | undefined> {
  try {
    await load(type);
    const { data, width, height } = (await decoders[type].decode(new Uint8Array(file).buffer)) as Pixels;
    return { data, width, height };
  } catch {
    loaded.delete(type);
    return undefined;
  }
}

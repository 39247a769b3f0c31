import encode, { init } from '@jsquash/jpeg/encode.js';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { WebAssembly: engine } = globalThis as unknown as {
  WebAssembly: { Module: new (bytes: Uint8Array) => WebAssembly.Module };
};

/** A JPEG of noise, of which the upper left quarter is red, over 45 KiB. */
export async function jpegFile(width: number, height: number): Promise<Buffer> {
  const file = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');
  await init(new engine.Module(readFileSync(file)));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const isRed = at % width < width / 2 && at < (width * height) / 2;
    const noise = (at * 7_919) % 61;
    data.set([isRed ? 255 : 20, noise, noise, 255], at * 4);
  }
  const picture = { data, width, height } as Parameters<typeof encode>[0];
  return Buffer.from(await encode(picture, { quality: 95 }));
}

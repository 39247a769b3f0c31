import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';

/** The WebAssembly modules that read, shrink and write pictures, and the fonts of their texts. */
export const packagedFiles = [
  '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  '@jsquash/webp/codec/dec/webp_dec.wasm',
  '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
  '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm',
  '@resvg/resvg-wasm/index_bg.wasm',
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf',
] as const;

export type PackagedFile = (typeof packagedFiles)[number];

/** The path of a package's file, where packages are installed. */
export const installedPath = (name: PackagedFile): string => createRequire(import.meta.url).resolve(name);

/**
 * Reads a file of a package: next to the code in a function that has it (infra/constructs/bundle.ts), otherwise from the
 * installed package.
 */
export function readPackagedFile(name: PackagedFile): Buffer {
  const bundled = new URL(basename(name), import.meta.url);
  return readFileSync(existsSync(bundled) ? bundled : installedPath(name));
}

import { IMAGE_INLINE_MAX_BYTES, IMAGE_MAX_PIXELS, type ImageType } from '../image.ts';
import { HEIGHT_MAX, SMALLER_WIDTHS, WIDTH_MAX } from '../image-name.ts';
import { cleanImage } from './clean-image.ts';
import type { Pixels } from '../../../kernel/pixels/pixels.ts';
import { isTurned } from './orientation.ts';
import { pictureSize, type PictureSize } from './picture-size.ts';

/** An image as it is kept: small files as they are, others in several widths. */
export interface MadeImage extends PictureSize {
  type: ImageType;
  /** The cleaned file, of a small one. */
  bytes?: Buffer;
  /** The versions of any other by their width in pixels, the widest first. */
  versions?: ReadonlyMap<number, Buffer>;
}

/** No version is larger: Lambda answers at most 6 MB, in base64, and a line of an export has it so too. */
const VERSION_MAX_BYTES = 2 * 1024 * 1024;

/** Of 100. At the first, no one sees a difference, at a tenth of the bytes; the others are for large pictures of noise. */
const QUALITIES = [82, 50, 20];

/** Why there is no image of a file. */
export type ImageProblem = 'notAnImage' | 'tooManyPixels';

/**
 * Makes what is kept of a file: nothing of its metadata, and the pixels of a large one in as many as a page shows.
 * Returns why not, for a file that is none, or that is damaged.
 */
export async function makeImage(file: Buffer): Promise<MadeImage | ImageProblem> {
  const cleaned = cleanImage(file);
  const coded = cleaned && pictureSize(cleaned.type, cleaned.bytes);
  if (!cleaned || !coded) return 'notAnImage';
  if (coded.width * coded.height > IMAGE_MAX_PIXELS) return 'tooManyPixels';
  const { type, bytes } = cleaned;
  if (bytes.length > IMAGE_INLINE_MAX_BYTES) return await shrink(type, bytes);
  const { width, height } = coded;
  return isTurned(bytes) ? { type, bytes, width: height, height: width } : { type, bytes, width, height };
}

async function shrink(type: ImageType, bytes: Buffer): Promise<MadeImage | ImageProblem> {
  // Half a megabyte of WebAssembly.
  const [{ decodePicture }, { shrinkPicture, encodePicture }] = await Promise.all([
    import('../../../kernel/pixels/decode-picture.ts'),
    import('../../../kernel/pixels/shrink-picture.ts'),
  ]);
  const decoded = await decodePicture(type, bytes);
  if (!decoded) return 'notAnImage';
  const most = Math.min(WIDTH_MAX, decoded.width, Math.floor((decoded.width * HEIGHT_MAX) / decoded.height));
  const widest = Math.max(1, most);
  /** As a WebP that is small enough: of lower quality, and then of fewer pixels. */
  const fit = async (picture: Pixels): Promise<{ picture: Pixels; file: Buffer }> => {
    for (const quality of QUALITIES) {
      const file = await encodePicture(picture, quality);
      if (file.length <= VERSION_MAX_BYTES) return { picture, file };
    }
    return await fit(await shrinkPicture(picture, Math.ceil(picture.width / 2)));
  };
  const whole = await shrinkPicture(decoded, widest);
  // An image that was made here before, such as one of an export, does not lose more.
  const isMade = type === 'image/webp' && whole === decoded && bytes.length <= VERSION_MAX_BYTES;
  let { picture, file } = isMade ? { picture: whole, file: bytes } : await fit(whole);
  const { width, height } = picture;
  const versions = new Map([[width, file]]);
  for (const one of [...SMALLER_WIDTHS].reverse().filter((smaller) => smaller < width)) {
    ({ picture, file } = await fit(await shrinkPicture(picture, one)));
    versions.set(picture.width, file);
  }
  return { type: 'image/webp', width, height, versions };
}

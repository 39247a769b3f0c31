import { IMAGE_INLINE_MAX_BYTES, IMAGE_MAX_PIXELS, type ImageType } from '../image.ts';
import { HEIGHT_MAX, SMALLER_WIDTHS, WIDTH_MAX } from '../image-name.ts';
import { cleanImage } from './clean-image.ts';
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

/** No version of a photo that was made here is larger. */
const MADE_MAX_BYTES = 1024 * 1024;

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
  let picture = await shrinkPicture(decoded, widest);
  const { width, height } = picture;
  // An image that was made here before, such as one of an export, does not lose more.
  const isMade = type === 'image/webp' && picture === decoded && bytes.length <= MADE_MAX_BYTES;
  const versions = new Map([[widest, isMade ? bytes : await encodePicture(picture)]]);
  for (const one of [...SMALLER_WIDTHS].reverse().filter((smaller) => smaller < widest)) {
    picture = await shrinkPicture(picture, one);
    versions.set(one, await encodePicture(picture));
  }
  return { type: 'image/webp', width, height, versions };
}

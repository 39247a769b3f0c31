import { imagePath } from './image.ts';

/** The widths of smaller versions of an image, and of the image itself, at most. */
export const SMALLER_WIDTHS = [480, 960] as const;
export const WIDTH_MAX = 1_920;
/** Of a long screenshot; WebP ends at 16,383. */
export const HEIGHT_MAX = 8_192;

const NAME =
  /^(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(?<width>\d{1,5})x(?<height>\d{1,5})|-(?<fit>\d{1,4})w)?$/;

/** What the name of an image in an address says. */
export interface ImageName {
  id: string;
  /** The size of the image in pixels, so that a page keeps its place before it has arrived. */
  size?: { width: number; height: number };
  /** The width in pixels for which a version is wanted. */
  fit?: number;
}

/**
 * Parses the last part of an image's address: an id alone, or with a size or one of the smaller widths; undefined for
 * another text, so that caches do not keep the same image under names that anyone makes up.
 */
export function parseImageName(name: string): ImageName | undefined {
  const { id, width, height, fit } = NAME.exec(name)?.groups ?? {};
  if (id === undefined) return undefined;
  if (fit !== undefined)
    return SMALLER_WIDTHS.some((one) => String(one) === fit) ? { id, fit: Number(fit) } : undefined;
  return width === undefined ? { id } : { id, size: { width: Number(width), height: Number(height) } };
}

/** The path of an image with its size, as texts name it. */
export const sizedImagePath = (id: string, { width, height }: { width: number; height: number }): string =>
  imagePath(`${id}-${width}x${height}`);

/** The versions of an image among which browsers choose; of a small one, some are the same. */
export const imageSources = (id: string, width = WIDTH_MAX): string =>
  [
    ...SMALLER_WIDTHS.filter((one) => one < width).map((one) => `${imagePath(`${id}-${one}w`)} ${one}w`),
    `${imagePath(id)} ${width}w`,
  ].join(', ');

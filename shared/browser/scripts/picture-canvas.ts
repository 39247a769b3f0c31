import { newElement } from '../../kernel/html/scripts/dom.ts';

const SENT_MAX_BYTES = 4 * 1024 * 1024;
const SIDE_MAX_PIXELS = 2_560;
const THUMBNAIL_PIXELS = 96;
const WIDE_PIXELS = 480;

const newCanvas = (width: number, height: number): HTMLCanvasElement =>
  newElement('canvas', { width, height });

/** The canvas for a picture in the list of those that are chosen. */
export function newThumbnail(kind: 'picture' | 'cover'): HTMLCanvasElement {
  const canvas =
    kind === 'cover'
      ? newCanvas(WIDE_PIXELS, (WIDE_PIXELS / 16) * 6)
      : newCanvas(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS);
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** Fills a thumbnail with as much of the middle of a picture as it takes. */
export function fillThumbnail(canvas: HTMLCanvasElement, image: ImageBitmap): void {
  const scale = Math.min(image.width / canvas.width, image.height / canvas.height);
  const [width, height] = [canvas.width * scale, canvas.height * scale];
  const [x, y] = [(image.width - width) / 2, (image.height - height) / 2];
  canvas.getContext('2d')!.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  image.close();
}

/** A picture of which no side has more pixels than a maximum. */
export function drawnWithin(image: ImageBitmap, maxPixels: number): HTMLCanvasElement {
  const scale = Math.min(1, maxPixels / Math.max(image.width, image.height));
  const canvas = newCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The file as it is sent: larger ones are made as large as they can be seen. */
export async function sendableFile(file: File): Promise<Blob> {
  if (file.size <= SENT_MAX_BYTES) return file;
  const canvas = drawnWithin(await createImageBitmap(file), SIDE_MAX_PIXELS);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be made smaller.'))),
      'image/jpeg',
      0.85,
    );
  });
}

import { readFileSync } from 'node:fs';
import { html, type Html } from '../../kernel/html/html.ts';

/** Where the pictures of guides are served. */
const PICTURES_PATH = '/docs/images';

/** The files of pictures that guides name, in the source. */
export const picturesFolder = new URL('../../../docs/images/', import.meta.url);

/** The name of a picture's file, and nothing else. */
export const PICTURE_FILE = /^[a-z0-9-]+-(?:light|dark)\.png$/;

/** The pixels of a file for each of the page that it shows (test/browser/guide-pictures.test.ts). */
const SCALE = 1.5;

/** A picture of a page, which a guide names as `../images/{name}-light.png`, in the colors that the reader prefers. */
export function guidePicture(path: string, alternative: string): Html {
  const [, name] = /^\.\.\/images\/([a-z0-9-]+)-light\.png$/.exec(path) ?? [];
  if (name === undefined || alternative === '')
    throw new Error(
      `A guide cannot contain the picture ${path}: name ../images/{name}-light.png, and what it shows.`,
    );
  const [width, height] = sizeOf(`${name}-light.png`).map((pixels) => Math.round(pixels / SCALE));
  return html`<picture
    ><source media="(prefers-color-scheme: dark)" srcset="${PICTURES_PATH}/${name}-dark.png" />
    <img
      src="${PICTURES_PATH}/${name}-light.png"
      alt="${alternative}"
      width="${width}"
      height="${height}"
      loading="lazy"
  /></picture>`;
}

/** Width and height of a PNG, which are the first fields of its first chunk (PNG specification, section 11.2.1). */
function sizeOf(file: string): [width: number, height: number] {
  const bytes = readFileSync(new URL(file, picturesFolder));
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

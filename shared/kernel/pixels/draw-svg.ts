import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { memoize } from '../core/schema.ts';
import { codePointsOf } from './font-coverage.ts';
import { compiled } from './compiled.ts';
import { readPackagedFile, type PackagedFile } from './packaged-file.ts';

/** The family of the texts; the others have what it lacks. */
export const FONT_FAMILY = 'Noto Sans';

/** By how much is read: Latin, Greek, Cyrillic and Devanagari, then Arabic, then Japanese with most of Chinese. */
const fontFiles: readonly PackagedFile[] = [
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf',
];

interface Font {
  bytes: Buffer;
  has: ReadonlySet<number>;
}

const fonts: Font[] = [];

function fontAt(place: number): Font | undefined {
  const file = fontFiles[place];
  if (file === undefined) return undefined;
  const known = fonts[place];
  if (known) return known;
  const bytes = readPackagedFile(file);
  return (fonts[place] = { bytes, has: codePointsOf(bytes) });
}

/** The fonts that have each character of a text, as few as do; undefined if a character is in none. */
function fontsFor(text: string): Font[] | undefined {
  const used: Font[] = [];
  let missing = [...text].map((character) => character.codePointAt(0)!);
  for (let place = 0; place === 0 || missing.length > 0; place++) {
    const font = fontAt(place);
    if (!font) return undefined;
    const left = missing.filter((point) => !font.has.has(point));
    if (place === 0 || left.length < missing.length) used.push(font);
    missing = left;
  }
  return used;
}

/** Whether pictures can show each character of a text. */
export const isDrawable = (text: string): boolean => fontsFor(text) !== undefined;

const engine = memoize(() => initWasm(compiled('@resvg/resvg-wasm/index_bg.wasm')));

/** An SVG as a PNG of its own size. Its texts, which `text` has all of, must be drawable. Throws an Error for another SVG. */
export async function drawSvg(svg: string, text: string): Promise<Buffer> {
  await engine();
  const fontBuffers = (fontsFor(text) ?? [fontAt(0)!]).map(({ bytes }) => new Uint8Array(bytes));
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: FONT_FAMILY };
  const drawing = new Resvg(svg, { font });
  const picture = drawing.render();
  const png = Buffer.from(picture.asPng());
  picture.free();
  drawing.free();
  return png;
}

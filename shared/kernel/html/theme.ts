import { colorOf, type Color } from './palette.ts';

/**
 * Derives the colors of a portal's pages from its brand color. Text has a contrast of at least 4.5:1 on every
 * background that the stylesheets declare (WCAG 2.2, 1.4.3): a color that is too light is darkened, or lightened in dark
 * mode.
 */

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

interface Scheme {
  /** The backgrounds of text, the surface of cards first. */
  surfaces: readonly Rgb[];
  toward: Rgb;
  tint: number;
}

const [light, dark] = (['light', 'dark'] as const).map((scheme) =>
  ['surface', 'ground'].map((name) => parseColor(colorOf(name)[scheme])),
);
const schemes = {
  light: { surfaces: light!, toward: BLACK, tint: 0.09 },
  dark: { surfaces: dark!, toward: WHITE, tint: 0.16 },
} satisfies Record<string, Scheme>;

/** Slightly above the required 4.5, because colors are rounded. */
const CONTRAST = 4.6;

/** The colors of a brand color by name, such as `on-brand`, in hexadecimal. */
export function brandColors(color: string): Record<BrandColor, Color> {
  const raw = parseColor(color);
  const [inLight, inDark] = [colorsIn(schemes.light, raw), colorsIn(schemes.dark, raw)];
  const named = (Object.keys(inLight) as BrandColor[]).map((name) => {
    const both: Color = { light: formatColor(inLight[name]), dark: formatColor(inDark[name]) };
    return [name, both];
  });
  return Object.fromEntries(named) as Record<BrandColor, Color>;
}

/** The CSS of the portal's pages, for a style element. */
export function themeOf(color: string): string {
  const declarations = Object.entries(brandColors(color)).map(
    ([name, value]) => `--${name}:light-dark(${value.light},${value.dark})`,
  );
  return `:root{${declarations.join(';')}}`;
}

type BrandColor = keyof ReturnType<typeof colorsIn>;

function colorsIn({ surfaces, toward, tint }: Scheme, raw: Rgb) {
  const tinted = mix(surfaces[0]!, raw, tint);
  const brand = readable(raw, [...surfaces, tinted], toward);
  return {
    brand,
    'on-brand': on(brand),
    'brand-raw': raw,
    'on-brand-raw': on(raw),
    'brand-tint': tinted,
  };
}

/** The color, shifted towards black or white until it is readable on all backgrounds. */
function readable(color: Rgb, on: readonly Rgb[], toward: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, toward, share);
    if (on.every((ground) => contrast(mixed, ground) >= CONTRAST)) return mixed;
  }
  return toward;
}

/** Black or white, whichever contrasts better with a color; one of them always suffices. */
const on = (ground: Rgb): Rgb => (contrast(WHITE, ground) >= contrast(BLACK, ground) ? WHITE : BLACK);

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  [0, 1, 2].map((at) => Math.round(from[at]! + (to[at]! - from[at]!) * share)) as [number, number, number];

/** The contrast ratio of two colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The components of a color such as `#4f46e5`. */
export function parseColor(color: string): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as [
    number,
    number,
    number,
  ];
}

const formatColor = (color: Rgb): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

import { memoize } from '../../kernel/core/schema.ts';
import { createTranslator, type Translator } from '../../kernel/messages/translator.ts';
import { chartTexts } from './chart-texts.ts';

/** The texts of charts in a language. */
export type ChartWords = Translator<typeof chartTexts>;

/** The room of a chart over time, in pixels: its plot is within the margins. */
export interface Layout {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Whether the names of lines are below the days, instead of at the ends of the lines. */
  hasNamesBelow?: boolean;
}

export const layouts = {
  /** For documents and slides. */
  wide: { width: 720, height: 360, left: 52, right: 168, top: 62, bottom: 34 },
  /** Next to text on a page. */
  low: { width: 560, height: 200, left: 44, right: 104, top: 62, bottom: 34 },
  /** The same, with names of several words. */
  named: { width: 640, height: 230, left: 44, right: 168, top: 62, bottom: 34 },
  /** For phones. */
  narrow: { width: 340, height: 250, left: 40, right: 18, top: 62, bottom: 34, hasNamesBelow: true },
} satisfies Record<string, Layout>;

/** How a chart is drawn: in whose language, and in what room. */
export interface Look {
  words: ChartWords;
  layout: Layout;
  /** Distinguishes the ids of this chart from those of others on a page. */
  ids?: string | undefined;
  /** How days are named, where not by their dates. */
  nameOfDay?: ((day: Date) => string) | undefined;
}

/** For programs and models, which read English. */
export const englishWords = memoize((): ChartWords => createTranslator<typeof chartTexts>('en', chartTexts));

export const englishLook = (): Look => ({ words: englishWords(), layout: layouts.wide });

/** A text of a chart in the direction of its language, wherever it stands: SVG takes that of the drawing. */
export const directed = (text: string, { direction }: ChartWords): string =>
  direction === 'rtl' ? `\u2067${text}\u2069` : text;

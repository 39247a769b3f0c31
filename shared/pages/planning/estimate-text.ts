import type { PageTexts } from '../messages/page-messages.ts';

/** An estimate as the reader writes numbers: `0,5` for the label `0.5` in German, `1.5h` in hours, and `M` as it is. */
export const estimateText = (t: PageTexts, label: string): string =>
  label.replace(/^\d+(\.\d+)?/, (number) => t.number(Number(number)));

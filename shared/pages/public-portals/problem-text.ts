import type { PageTexts, PlainText } from '../messages/page-messages.ts';

/** The words of a problem that is named by the key of its message, or is a sentence of a rule already. */
export const problemText = (t: PageTexts, problem: string): string =>
  /^[a-z]+\.[A-Za-z]+$/.test(problem) ? t.text(problem as PlainText) : problem;

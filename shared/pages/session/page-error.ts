import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';

/** A text of the message files, or what makes one with values. */
type ErrorText = PlainText | ((t: PageTexts) => Fragment);

/** An error whose texts are shown on a page, in the reader's language. */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: number;
  readonly title: PlainText;
  readonly text: ErrorText;
  /** Retry-After in seconds. */
  readonly retryAfter: number | undefined;
  /** The name of the form's field that it is about, if it is about one. */
  readonly field: string | undefined;

  constructor(
    status: number,
    title: PlainText,
    text: ErrorText,
    { retryAfter, field, ...options }: ErrorOptions & { retryAfter?: number; field?: string } = {},
  ) {
    super(title, options);
    this.status = status;
    this.title = title;
    this.text = text;
    this.retryAfter = retryAfter;
    this.field = field;
  }
}

/** An error as a page says it. */
export interface ShownError {
  title: string;
  text: Fragment;
}

/** An error in the words of a language. */
export const inWords = ({ title, text }: Pick<PageError, 'title' | 'text'>, t: PageTexts): ShownError => ({
  title: t.text(title),
  text: typeof text === 'string' ? t.text(text) : text(t),
});

/** What was written for programmers and is in English, within a sentence of any language. */
export const inEnglish = (reason: string): Html => html`<bdi lang="en">${reason}</bdi>`;

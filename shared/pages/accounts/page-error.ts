import type { PlainText } from '../messages/page-messages.ts';

/** The keys of an error's title and text. */
type ErrorTexts = readonly [title: PlainText, text: PlainText];

/** An error whose text is shown on a page. */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: number;
  readonly title: string;
  /** Retry-After in seconds. */
  readonly retryAfter: number | undefined;

  /** The texts in the reader's language, if it has any. */
  readonly texts: ErrorTexts | undefined;

  constructor(
    status: number,
    title: string,
    message: string,
    { retryAfter, texts, ...options }: ErrorOptions & { retryAfter?: number; texts?: ErrorTexts } = {},
  ) {
    super(message, options);
    this.status = status;
    this.title = title;
    this.retryAfter = retryAfter;
    this.texts = texts;
  }
}

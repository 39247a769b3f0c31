/** An error that a person is shown on a page, as it is. */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: number;
  readonly title: string;
  /** Seconds after which it may go better. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    title: string,
    message: string,
    { retryAfter, ...options }: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(message, options);
    this.status = status;
    this.title = title;
    this.retryAfter = retryAfter;
  }
}

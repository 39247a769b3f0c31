/** An error whose text is shown on a page. */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: number;
  readonly title: string;
  /** Retry-After in seconds. */
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

/** An error that a person is shown on a page, as it is. */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: number;
  readonly title: string;

  constructor(status: number, title: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.title = title;
  }
}

import type { PlainText } from '../messages/page-messages.ts';

/** An error whose texts are shown on a page of the portal, in the reader's language. */
export class PortalError extends Error {
  override name = 'PortalError';
  readonly status: number;
  readonly title: PlainText;
  readonly text: PlainText;

  constructor(status: number, title: PlainText, text: PlainText) {
    super(title);
    this.status = status;
    this.title = title;
    this.text = text;
  }
}

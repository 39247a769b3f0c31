import { html, type Fragment } from '../../kernel/html/html.ts';

/** Returns the URL of an operation's description by its id; undefined for unknown ids. */
export type LinkToOperation = (id: string) => string | undefined;

/** The paragraphs of a description: `code` in backticks, and operation names as links. */
export const describedParagraphs = (text: string, linkTo: LinkToOperation): Fragment =>
  text.split(/\n{2,}/).map((paragraph) => html`<p>${prose(paragraph, linkTo)}</p>`);

/** Text with backticks and names of fields and headers rendered as code, and operation names as links. */
export const prose = (text: string, linkTo: LinkToOperation): Fragment =>
  text
    .split('`')
    .map((part, position) => (position % 2 === 1 ? html`<code>${part}</code>` : linked(part, linkTo)));

/** A name such as `templateId`, `error.quota`, `in_progress` or, of a header, `Idempotency-Key`. */
const NAME =
  /\b([a-z]+(?:_[a-z]+)+|error\.[a-z]+[A-Za-z]*|(?:[a-z]+\.)*[a-z]+[A-Z][A-Za-z]+|[A-Z][a-z]*(?:-[A-Z][a-z]+)+)\b/;

const linked = (text: string, linkTo: LinkToOperation): Fragment =>
  text.split(NAME).map((part, position) => {
    if (position % 2 === 0) return part;
    const target = linkTo(part);
    return target === undefined ? html`<code>${part}</code>` : html`<a href="${target}">${part}</a>`;
  });

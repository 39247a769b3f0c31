import { html, type Fragment } from '../../kernel/html/html.ts';

/** Returns the URL of an operation's description by its id; undefined for unknown ids. */
export type LinkToOperation = (id: string) => string | undefined;

/** The paragraphs of a description: `code` in backticks, and operation names as links. */
export const describedParagraphs = (text: string, linkTo: LinkToOperation): Fragment =>
  text.split(/\n{2,}/).map((paragraph) => html`<p>${prose(paragraph, linkTo)}</p>`);

/** A link to another page of the documentation, in Markdown. */
const LINK = /\[([^\]]+)\]\((\/docs\/[^)]+)\)/;

/** Text with backticks and names of fields and headers rendered as code, and links, those of operations by their names. */
export function prose(text: string, linkTo: LinkToOperation): Fragment {
  const [before = '', title, address, ...after] = text.split(LINK);
  if (title === undefined) return withNames(text, linkTo);
  const rest = text.slice(before.length + title.length + address!.length + '[]()'.length);
  return [
    withNames(before, linkTo),
    html`<a href="${address}">${title}</a>`,
    after.length > 0 && prose(rest, linkTo),
  ];
}

/** What is in backticks, or is a JSON object or a field or header with its value: `takeOver: true`. */
const CODE =
  /`([^`]*)`|(\{\}|\{(?=\s*"[^"{}]*":)(?:[^{}]|\{[^{}]*\})*\}|\b(?:[a-z]+[A-Z][A-Za-z]*: (?:true|false)|(?:[A-Z][a-z]*-)+[A-Z][a-z]+: [a-z]+\/[a-z]+|Authorization: Bearer <\w+>))/;

const withNames = (text: string, linkTo: LinkToOperation): Fragment => {
  const [before = '', quoted, plain, ...after] = text.split(CODE);
  const found = quoted ?? plain;
  if (found === undefined) return linked(text, linkTo);
  const rest = text.slice(text.search(CODE) + found.length + (quoted === undefined ? 0 : 2));
  return [linked(before, linkTo), html`<code>${found}</code>`, after.length > 0 && withNames(rest, linkTo)];
};

/** A name such as `templateId`, `error.quota`, `in_progress` or, of a header, `Idempotency-Key`. */
const NAME =
  /\b([a-z]+(?:_[a-z]+)+|error\.[a-z]+[A-Za-z]*|(?:[a-z]+\.)*[a-z]+[A-Z][A-Za-z]+|[A-Z][a-z]*(?:-[A-Z][a-z]+)+)\b/;

const linked = (text: string, linkTo: LinkToOperation): Fragment =>
  text.split(NAME).map((part, position) => {
    if (position % 2 === 0) return part;
    const target = linkTo(part);
    return target === undefined ? html`<code>${part}</code>` : html`<a href="${target}">${part}</a>`;
  });

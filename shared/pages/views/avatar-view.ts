import { html, type Html } from '../../kernel/html/html.ts';

/** Who has no name yet. */
export const namelessAvatar: Html = html`<span class="avatar nameless" aria-hidden="true"></span>`;

/** The first letters of a name's first and last word, in a circle; names are read next to it. */
export const avatar = (name: string): Html =>
  html`<span class="avatar" aria-hidden="true">${initialsOf(name)}</span>`;

/** The same where the name is not next to it. */
export const namedAvatar = (name: string): Html =>
  html`<span class="avatar" role="img" title="${name}">${initialsOf(name)}</span>`;

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  const initials = ends.map((word) => /[\p{L}\p{N}]/u.exec(word)![0].toUpperCase());
  return initials.join('') || '?';
}

import { html, Html } from '../../kernel/html/html.ts';
import { mayMention } from '../../planning/news/find-mentioned.ts';
import { splitAtMentions } from '../../planning/news/mentions.ts';

/** What is left as it is: code and links with what is in them, and tags. */
export const PIECES = /<(code|pre|a)\b[^>]*>[^]*?<\/\1>|<[^>]*>|[^<]+/g;

interface Mentions {
  /** The people whom the text can mention. */
  people: readonly { id: string; name: string }[];
  /** The reader. */
  memberId: string;
}

/**
 * A rendered text whose mentions of people stand out, and those of the reader more. What stands out is what notifies
 * them (planning/news/mentioned-in.ts).
 */
export function withMentions(rendered: Html, { people, memberId }: Mentions): Html {
  if (!mayMention(rendered.text)) return rendered;
  // Texts within markup are escaped, and names are found as they are written there.
  const escaped = people.map(({ id, name }) => ({ id, name: escapeText(name) }));
  const marked = (text: string, before: string) =>
    splitAtMentions(text, escaped, before).map(({ text: part, ids }) =>
      ids.length === 0
        ? part
        : html`<strong class="${ids.includes(memberId) ? 'mention own' : 'mention'}"
            >${new Html(part)}</strong
          >`.text,
    );
  let quotes = 0;
  let last = '';
  return new Html(
    rendered.text.replaceAll(PIECES, (piece) => {
      if (piece.startsWith('<blockquote')) quotes++;
      if (piece.startsWith('</blockquote')) quotes--;
      const before = last;
      last = piece.replaceAll(/<[^>]*>/g, '') || last;
      return piece.startsWith('<') || quotes > 0 ? piece : marked(piece, before).join('');
    }),
  );
}

/** As the renderer of Markdown escapes texts. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

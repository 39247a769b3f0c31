import { loadMessages } from '../../shared/pages/messages/load-messages.ts';
import { partsOf, type Message } from '../../shared/kernel/messages/message.ts';

const formsOf = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

const escapeText = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Texts that are the same in German, such as "Status". */
const alike = new Set(
  Object.values(await loadMessages('de')).flatMap((message: Message) => formsOf(message)),
);

/** The English texts as patterns of a whole text between tags or in an attribute. */
const patterns = Object.values<Message>(await loadMessages('en'))
  .flatMap(formsOf)
  .filter(
    (text) =>
      !alike.has(text) &&
      /\p{L}{3,}/u.test(
        partsOf(text)
          .filter((_, place) => place % 2 === 0)
          .join(''),
      ),
  )
  .map((text) => {
    const parts = partsOf(text).map((part, place) => (place % 2 === 0 ? escapeText(part) : '.+'));
    return new RegExp(`^${parts.join('')}$`, 'u');
  });

const unescapeText = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** The texts of a page that are an English text of the message files. */
export function englishIn(page: string): string[] {
  // What was written for programmers is marked as English.
  const body = page.replaceAll(/<(style|script|bdi lang="en")[^>]*>[\s\S]*?<\/(?:style|script|bdi)>/g, '');
  const attributes = [...body.matchAll(/(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text!,
  );
  // Names and links within a sentence leave it one text.
  const texts = body.replaceAll(/<\/?(?:bdi|strong|a|span|time|code)\b[^>]*>/g, '').split(/<[^>]*>/);
  return [...texts, ...body.split(/<[^>]*>/), ...attributes]
    .map((text) => unescapeText(text).replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && patterns.some((pattern) => pattern.test(text)));
}

/**
 * The paths of pages that whoever has the link may use, since a mail was sent to them: a secret follows each. No other
 * link of the service stands for a person.
 */
export const personalPaths = {
  mailPreferences: '/mail-preferences/',
  invitation: '/invitations/',
  addressUndo: '/account-address/',
} as const;

/** What stands in a text in place of a secret. */
const REMOVED = 'removed';

const names = Object.values(personalPaths)
  .map((path) => path.replaceAll('/', ''))
  .join('|');

/** A slash, also as rewritten links of mail filters have it in their query. */
const SLASH = '(?:/|%(?:25)*2F)';

/** The secrets of such pages have more characters; what a mail program has cut off of one is none any more. */
const LINK = new RegExp(`(${SLASH}(?:${names})${SLASH})[\\w-]{40,}`, 'gi');

/** The part before the @ of an address that one person's replies are sent to (shared/feedback/mail-replies). */
const REPLY_ADDRESS = /(?<![0-9a-z])[0-9a-v]{64}(?=(?:@|%(?:25)*40))/gi;

/**
 * A text without links and addresses that were handed to one person, such as those in a mail that it quotes: others who
 * read it could act for that person. The secrets are replaced; the rest of a link stays.
 */
export const withoutPersonalLinks = (text: string): string =>
  text.replace(LINK, `$1${REMOVED}`).replace(REPLY_ADDRESS, REMOVED);

/** A JSON value without such links in any of its texts. */
export function valueWithoutPersonalLinks(value: unknown): unknown {
  if (typeof value === 'string') return withoutPersonalLinks(value);
  if (Array.isArray(value)) return value.map(valueWithoutPersonalLinks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, valueWithoutPersonalLinks(one)]),
  );
}

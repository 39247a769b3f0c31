import { personalPaths } from './personal-paths.ts';

/** What stands in a text in place of a secret. */
const REMOVED = 'removed';

const names = Object.values(personalPaths)
  .map((path) => path.replaceAll('/', ''))
  .join('|');

/** The secrets of personal pages have more characters; what a mail program has cut off of one is none any more. */
const LINK = new RegExp(`(?:${names})/?(?<secret>[\\w-]{40,})`, 'gdi');

/** A link whose secret white space divides: it ends by its length, and not with a word. */
const DIVIDED_LINK = new RegExp(
  `${personalPaths.mailPreferences.slice(1)}?(?<secret>[\\w-]{86})|(?:${names})/?(?<other>[\\w-]{64})`,
  'gdi',
);

/** The secret of a link to mail preferences, which begins with an id of version 7, without its link. */
const TOKEN = /(?<![\w-])(?<secret>A[Z-b][\w-]{84})(?![\w-])/dg;

/**
 * The signature of an address, or of a form, by which whoever has it downloads or uploads a file (kernel/aws/presign.ts); 3D
 * is the = of quoted-printable text.
 */
const SIGNATURE = /X-Amz-Signature(?:=(?:3D)?|["']?\s*:\s*["']?)(?<secret>[0-9a-f]{64})/dgi;

/** A file of this service (file-bucket.ts): what people sign elsewhere is theirs to show. */
const OWN_FILE = /(?:uploads|attachments|exports)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\//i;

/** The characters before the @ of an address that one person's replies are sent to (shared/feedback/mail-replies). */
const LOCAL_PART_CHARACTERS = 64;

/**
 * Parts of a text that are something else to a reader or to a browser: percent-encoded or quoted-printable characters,
 * entities, soft line breaks, white space with the marks of quoted lines, what cannot be seen, and full width.
 */
const PART =
  /(?<soft>=[ \t]*\r?\n)|%(?:25)*(?<percent>[0-9a-f]{2})|(?<!Signature)=(?<printable>[0-9a-f]{2})|&#(?<decimal>\d{1,7});?|&#x(?<hexadecimal>[0-9a-f]{1,6});?|&(?<entity>[a-z]{3,8});|(?<blank>\s+(?:>\s*)*)|(?<unseen>[\p{Default_Ignorable_Code_Point}\\]+)|(?<wide>[\uff01-\uff5e\ufe6b]+)/giu;

const entities: Readonly<Record<string, string>> = {
  commat: '@',
  dash: '-',
  hyphen: '-',
  lowbar: '_',
  newline: '',
  period: '.',
  shy: '',
  sol: '/',
  tab: '',
  zwj: '',
  zwnj: '',
};

/** A text as a reader sees it, and where in the original each of its pieces begins and ends. */
interface Seen {
  text: string;
  pieces: { at: number; start: number; end: number; isSame: boolean }[];
}

/**
 * A text in which the secrets of personal links and addresses are replaced, however their characters are written. First
 * those in one piece, then those that white space divides.
 */
export const withoutSecrets = (text: string): string =>
  replaced(replaced(text, ' ', [LINK, TOKEN]), '', [DIVIDED_LINK]);

function replaced(text: string, blank: string, patterns: readonly RegExp[]): string {
  const seen = seenOf(text, blank);
  const linked = patterns
    .flatMap((pattern) => [...seen.text.matchAll(pattern)])
    .map(({ indices }) => indices!.groups!['secret'] ?? indices!.groups!['other']!)
    .filter(([start, end]) => isSecret(seen.text.slice(start, end)));
  const signed = OWN_FILE.test(seen.text) ? [...seen.text.matchAll(SIGNATURE)] : [];
  const signatures = signed.map(({ indices }) => indices!.groups!['secret']!);
  const found = [...linked, ...signatures, ...localPartsIn(seen.text)].sort(([one], [other]) => one - other);
  let kept = '';
  let from = 0;
  for (const [first, end] of found) {
    const start = originalAt(seen, first, 'start');
    if (start < from) continue;
    kept += text.slice(from, start) + REMOVED;
    from = originalAt(seen, end - 1, 'end');
  }
  return kept + text.slice(from);
}

/** Whether characters look random: digits, and letters of both cases. Words of people do not. */
function isSecret(characters: string): boolean {
  const share = (pattern: RegExp) => (characters.match(pattern) ?? []).length / characters.length;
  return share(/[A-Z]/g) >= 0.12 && share(/[a-z]/g) >= 0.12 && share(/\d/g) >= 0.04;
}

/** Where the addresses for replies begin, and where their @ is. */
const localPartsIn = (text: string): [number, number][] =>
  [...text.matchAll(/@/g)].flatMap(({ index: end }) => {
    const start = end - LOCAL_PART_CHARACTERS;
    return start >= 0 && isLocalPart(text.slice(start, end)) ? [[start, end] as [number, number]] : [];
  });

/** Whether characters are base 32 as addresses have them: neither words nor hexadecimal digits. */
const isLocalPart = (characters: string): boolean =>
  /^[0-9a-v]+$/i.test(characters) && /(?:\d.*){8}/.test(characters) && /(?:[g-v].*){8}/i.test(characters);

function seenOf(text: string, blank: string): Seen {
  const pieces: Seen['pieces'] = [];
  const parts: string[] = [];
  let at = 0;
  const add = (part: string, start: number, end: number, isSame: boolean) => {
    if (part === '') return;
    pieces.push({ at, start, end, isSame });
    parts.push(part);
    at += part.length;
  };
  let from = 0;
  for (const { 0: whole, index, groups } of text.matchAll(PART)) {
    add(text.slice(from, index), from, index, true);
    from = index + whole.length;
    add(shownOf(whole, groups!, blank), index, from, groups!['wide'] !== undefined);
  }
  add(text.slice(from), from, text.length, true);
  return { text: parts.join(''), pieces };
}

function shownOf(whole: string, groups: Record<string, string | undefined>, blank: string): string {
  const { percent, printable, decimal, hexadecimal, entity, wide } = groups;
  if (groups['blank'] !== undefined) return blank;
  if (entity !== undefined) return entities[entity.toLowerCase()] ?? whole;
  if (wide !== undefined) return wide.normalize('NFKC');
  const hex = percent ?? printable ?? hexadecimal;
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  if (Number.isNaN(code) || code > 0x10ffff) return '';
  const character = String.fromCodePoint(code);
  return /[\s\p{Default_Ignorable_Code_Point}\\]/u.test(character) ? '' : character;
}

/** The place in the original of a character of what is seen: where it starts, or where it ends. */
function originalAt({ pieces }: Seen, position: number, side: 'start' | 'end'): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= position) low = middle;
    else high = middle - 1;
  }
  const { at, start, end, isSame } = pieces[low]!;
  if (!isSame) return side === 'start' ? start : end;
  return start + position - at + (side === 'end' ? 1 : 0);
}

import { personalPaths } from './personal-paths.ts';

/** What replaces a secret in a text. */
const REMOVED = 'removed';

const { calendar, ...pages } = personalPaths;
const wordOf = (path: string): string => path.replaceAll('/', '');
const names = Object.values(pages).map(wordOf).join('|');

/** The file of a calendar, whose name has one length. */
const FEED = `${calendar.slice(1)}(?<feed>[\\w-]{107})`;

/** The secrets of personal pages have more characters; what a mail program has cut off of one is none any more. */
const LINK = new RegExp(`(?:${names})/?(?<secret>[\\w-]{40,})|${FEED}`, 'gdi');

/** A link whose secret white space divides: it ends by its length, and not with a word. */
const DIVIDED_LINK = new RegExp(
  `${pages.mailPreferences.slice(1)}?(?<secret>[\\w-]{86})|(?:${names})/?(?<other>[\\w-]{64})|${FEED}`,
  'gdi',
);

/** The same between marks, slashes among them. Only a slash distinguishes `invitations` from a word of a sentence there. */
const MARKED_LINK = new RegExp(
  DIVIDED_LINK.source
    .replace('invitations', 'invitations/')
    .replaceAll(
      /\[\\w-\]\{(\d+)\}/g,
      (_, count: string) => String.raw`(?:[\w-]/?){${Number(count) - 1}}[\w-]`,
    ),
  'gdi',
);

/** The secret of a link to mail preferences, or to a calendar, which begins with an id of version 7, without its link. */
const TOKEN = /(?<![\w-])(?<secret>A[Z-b](?:[\w-]{84}|[\w-]{105}))(?![\w-])/dg;

/**
 * The signature of an address, or of a form, by which anyone who has it downloads or uploads a file (kernel/aws/presign.ts); 3D
 * is the = of quoted-printable text.
 */
const SIGNATURE = /X-Amz-Signature(?:=(?:3D)?|["']?\s*:\s*["']?|)(?<secret>[0-9a-f]{64})/dgi;

/** A file of this service (file-bucket.ts): what people sign elsewhere is theirs to show. */
const OWN_FILE = /(?:uploads|attachments|exports)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\//i;

/** The characters before the @ of an address that one person's replies are sent to (shared/feedback/mail-replies). */
const LOCAL_PART_CHARACTERS = 64;

/** The same as a word, whether or not an @ follows. */
const LOCAL_PART = /(?<![0-9a-z])[0-9a-v]{64}(?![0-9a-z])/gi;

/**
 * Parts of a text that are something else to a reader or to a browser: percent-encoded or quoted-printable characters,
 * entities, soft line breaks, white space with the marks of quoted lines, what cannot be seen, and letters of other
 * shapes.
 */
const PART =
  /(?<soft>=[ \t]*\r?\n)|%(?:25)*(?<percent>[0-9a-f]{2})|(?<!Signature)=(?<printable>[0-9a-f]{2})|&#(?<decimal>\d{1,7});?|&#x(?<hexadecimal>[0-9a-f]{1,6});?|&(?<entity>[a-z]{3,8});|(?<blank>\s+(?:>\s*)*)|(?<unseen>[\p{Default_Ignorable_Code_Point}\\]+)|(?<wide>[\uff01-\uff5e\ufe6b]+)|(?<styled>[\u{1d400}-\u{1d7ff}\u{1f110}-\u{1f149}\u2070-\u209c\u2100-\u214f\u2460-\u24ff\u1d2c-\u1d6a])/giu;

const anyName = `${names}|${wordOf(calendar)}`;

/** Markup between the marks of which readers see nothing: tags, and where links of other pages lead. */
const MARKUP = new RegExp(
  String.raw`<!--[^<]*?-->|<(?![a-z][a-z\d+.-]*:|[^<>]*(?:${anyName}))[a-z/!?][^<>]*>` +
    String.raw`|\]\((?![^()\s]*(?:${anyName}))[^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)|\]\[[^\][\n]*\]`,
);

/** The same parts, and what is in no secret and no path before it. */
const MARKED_PART = new RegExp(
  `${MARKUP.source}|${PART.source}|[ !-$'-,.:;>?[^\`{-~\\u2500-\\ud7ff]+|[^\\w/@-]`,
  'giu',
);
const MARKS = /[^\w/@-]+/g;

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
interface VisibleText {
  text: string;
  pieces: { at: number; start: number; end: number; isSame: boolean }[];
}

/**
 * A text in which the secrets of personal links and addresses are replaced, however their characters are written. First
 * those in one piece, then those that white space divides, then those that any marks divide.
 */
export function withoutSecrets(text: string): string {
  const whole = replaced(text, seenOf(text, ' '), [LINK, TOKEN]);
  const joined = replaced(whole, seenOf(whole, ''), [DIVIDED_LINK]);
  return replaced(joined, seenBetweenMarks(joined), [MARKED_LINK]);
}

function replaced(text: string, seen: VisibleText, patterns: readonly RegExp[]): string {
  const linked = patterns
    .flatMap((pattern) => [...seen.text.matchAll(pattern)])
    .map(({ indices }) => secretIn(indices!.groups!))
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
    from = wordEnd(text, originalAt(seen, end - 1, 'end'));
  }
  return kept + text.slice(from);
}

const secretIn = ({ secret, other, feed }: Record<string, [number, number]>): [number, number] =>
  (secret ?? other ?? feed)!;

const REST = /[\w-]*/y;

/** Where a word ends: if marks were counted as characters of a secret, the rest of it follows. */
function wordEnd(text: string, from: number): number {
  REST.lastIndex = from;
  REST.test(text);
  return REST.lastIndex;
}

/** Whether characters look random: digits, and letters of both cases, mixed. Words of people do not. */
function isSecret(characters: string): boolean {
  const share = (pattern: RegExp) => (characters.match(pattern) ?? []).length / characters.length;
  return (
    share(/[A-Z]/g) >= 0.12 &&
    share(/[a-z]/g) >= 0.12 &&
    share(/\d/g) >= 0.015 &&
    share(/[A-Z]+|[a-z]+|\d+|[_-]+/g) >= 0.42
  );
}

/** The first parts of addresses for replies: alone, and before an @. */
const localPartsIn = (text: string): [number, number][] =>
  [
    ...[...text.matchAll(LOCAL_PART)].map(({ index }) => index),
    ...[...text.matchAll(/(?<=[0-9a-v]{64})@/gi)].map(({ index }) => index - LOCAL_PART_CHARACTERS),
  ]
    .map((start): [number, number] => [start, start + LOCAL_PART_CHARACTERS])
    .filter(([start, end]) => isLocalPart(text.slice(start, end)));

/** Whether characters are base 32 as addresses have them: neither words nor hexadecimal digits, nor times between words. */
function isLocalPart(characters: string): boolean {
  if (!/^[0-9a-v]+$/i.test(characters)) return false;
  const count = (pattern: RegExp) => (characters.match(pattern) ?? []).length;
  return count(/\d/g) >= 8 && count(/[g-v]/gi) >= 8 && count(/\d+|[a-v]+/gi) >= 15;
}

/** A text with `blank` in the place of white space. */
const seenOf = (text: string, blank: string): VisibleText =>
  inPieces(text, PART, (whole, groups) => shownOf(whole, groups, blank));

/** A text with nothing between the characters that secrets have, except slashes and signs of addresses. */
const seenBetweenMarks = (text: string): VisibleText =>
  inPieces(text, MARKED_PART, (whole, groups) => shownOf(whole, groups, '').replaceAll(MARKS, ''));

/** The pieces of a text: those that match are shown in another way. */
function inPieces(text: string, part: RegExp, show: (whole: string, groups: Groups) => string): VisibleText {
  const pieces: VisibleText['pieces'] = [];
  const parts: string[] = [];
  let at = 0;
  const add = (part: string, start: number, end: number, isSame: boolean) => {
    if (part === '') return;
    pieces.push({ at, start, end, isSame });
    parts.push(part);
    at += part.length;
  };
  let from = 0;
  for (const { 0: whole, index, groups } of text.matchAll(part)) {
    add(text.slice(from, index), from, index, true);
    from = index + whole.length;
    const shown = show(whole, groups!);
    add(shown, index, from, groups!['wide'] !== undefined && shown.length === whole.length);
  }
  add(text.slice(from), from, text.length, true);
  return { text: parts.join(''), pieces };
}

type Groups = Record<string, string | undefined>;

function shownOf(whole: string, groups: Groups, blank: string): string {
  const { percent, printable, decimal, hexadecimal, entity, wide, styled } = groups;
  if (groups['blank'] !== undefined) return blank;
  if (entity !== undefined) return entities[entity.toLowerCase()] ?? whole;
  if ((wide ?? styled) !== undefined) return whole.normalize('NFKC');
  const hex = percent ?? printable ?? hexadecimal;
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  if (Number.isNaN(code) || code > 0x10ffff) return '';
  const character = String.fromCodePoint(code);
  return /[\s\p{Default_Ignorable_Code_Point}\\]/u.test(character) ? '' : character;
}

/** The place in the original of a character of what is seen: where it starts, or where it ends. */
function originalAt({ pieces }: VisibleText, position: number, side: 'start' | 'end'): number {
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

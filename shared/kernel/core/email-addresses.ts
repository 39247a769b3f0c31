import type { Language } from './languages.ts';

/** Letters of any script, and invisible characters among them. */
const LETTERS = String.raw`\p{L}\p{N}\p{M}\p{Cf}`;
/** The spellings of the at sign: full width, as a Markdown entity, percent-encoded, or as a word in brackets. */
const SIGN = String.raw`(?:[@＠﹫]|%40|&#0{0,6}64;|&#x0{0,6}40;|&commat;|\((?:at)\)|\[(?:at)\])`;
const DOMAIN = String.raw`(?:[${LETTERS}-]{1,63}[.．。｡]){1,8}\p{L}[\p{L}\p{N}\p{Cf}-]{1,62}`;

/**
 * Matches what looks like an email address, also with spaces around its sign. Every part is bounded, so
 * matching takes linear time. `@ada` and `a @ b` do not match.
 */
export const ADDRESS = new RegExp(
  String.raw`[${LETTERS}._%+~'-]{1,64}"?\s?\\?${SIGN}\s?(?:${DOMAIN}|localhost\b)`,
  'giu',
);

/** A text without any of these, or an entity that can represent one, contains no address. */
const SIGNS = /[@＠﹫]|%40|&|[([]at[)\]]/i;

/** Replaces a masked address; stored texts are masked in English, before it is known who reads them. */
const REMOVED = '[address removed]';

const removedIn: Readonly<Record<Language, string>> = {
  en: REMOVED,
  de: '[Adresse entfernt]',
  fr: '[adresse supprimée]',
  es: '[dirección eliminada]',
  ja: '[アドレス削除済み]',
  ar: '[حُذف العنوان]',
};

/** Returns a page or mail with what replaces masked addresses in its language. */
export const translateRedactions = (text: string, language: Language): string =>
  language === 'en' ? text : text.replaceAll(REMOVED, removedIn[language]);

/**
 * Masks the email addresses in a text, which harvesters would read, including those that only appear when it
 * is rendered as Markdown or HTML. Takes linear time.
 */
export function redactEmailAddresses(text: string): string {
  if (!SIGNS.test(text)) return text;
  return withoutHiddenAddresses(text.replaceAll(ADDRESS, REMOVED));
}

/** The visible part of a text, with the start and end of each UTF-16 code unit in the text. */
interface VisibleText {
  text: string;
  starts: number[];
  ends: number[];
}

/** Markup without visible output, which may surround a masked address. */
const MARKS = /[*_~`[\]<>\\]/;

/** Masks addresses that are split by markup, comments, entities or invisible characters. */
function withoutHiddenAddresses(text: string): string {
  const { text: seen, starts, ends } = seenOf(text);
  let kept = '';
  let from = 0;
  for (const { index, 0: match } of seen.matchAll(ADDRESS)) {
    let [start, end] = [starts[index]!, ends[index + match.length - 1]!];
    while (start > from && MARKS.test(text[start - 1]!)) start--;
    while (end < text.length && MARKS.test(text[end]!)) end++;
    kept += text.slice(from, start) + REMOVED;
    from = end;
  }
  return kept + text.slice(from);
}

/**
 * Matches invisible content at a position, one kind after another; each ends where the next of its kind could
 * begin.
 */
const UNSEEN = new RegExp(
  [
    // The end of a link with its URL or reference; brackets in a URL are balanced.
    String.raw`\]\(<[^<>\n]{0,2000}>[^()\n]{0,500}\)`,
    String.raw`\]\((?:[^()\n]|\([^()\n]{0,500}\)){0,2000}\)`,
    String.raw`\]\[[^[\]\n]{0,1000}\]`,
    String.raw`</?[a-z][^<>]{0,2000}>`,
    String.raw`\p{Default_Ignorable_Code_Point}`,
    String.raw`[*_~\x60[\]<>\\]`,
  ].join('|'),
  'iuy',
);
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/iy;
/** A character that is visible as is, like nearly all characters. */
const PLAIN = /[a-z0-9 .,@-]/i;
const SIGN_IN_WORDS = /[([]at[)\]]/iy;

/** Named entities that can be part of an address. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    commat: '@',
    period: '.',
    lowbar: '_',
    hyphen: '-',
    dash: '-',
    plus: '+',
    percnt: '%',
    apos: "'",
    shy: '',
    zwj: '',
    zwnj: '',
    nbsp: ' ',
    lt: '<',
    gt: '>',
    amp: '&',
    quot: '"',
  }),
);

function seenOf(text: string): VisibleText {
  const seen: VisibleText = { text: '', starts: [], ends: [] };
  const parts: string[] = [];
  const lastCommentEnd = text.lastIndexOf('-->');
  const see = (shown: string, start: number, end: number) => {
    parts.push(shown);
    for (let unit = 0; unit < shown.length; unit++) {
      seen.starts.push(start);
      seen.ends.push(end);
    }
  };
  for (let at = 0; at < text.length;) {
    if (text.startsWith(REMOVED, at)) {
      see('\n', at, at + REMOVED.length);
      at += REMOVED.length;
    } else if (text.startsWith('<!--', at) && at < lastCommentEnd) {
      at = text.indexOf('-->', at) + '-->'.length;
    } else {
      const [shown, end] = seenAt(text, at);
      if (shown !== '') see(shown, at, end);
      at = end;
    }
  }
  seen.text = parts.join('');
  return seen;
}

/** The visible content of a text at a position, and its end. */
function seenAt(text: string, at: number): [shown: string, end: number] {
  if (PLAIN.test(text[at]!)) return [text[at]!, at + 1];
  SIGN_IN_WORDS.lastIndex = at;
  if (SIGN_IN_WORDS.test(text)) return ['@', SIGN_IN_WORDS.lastIndex];
  ENTITY.lastIndex = at;
  const entity = ENTITY.exec(text);
  if (entity) return [characterOf(entity), ENTITY.lastIndex];
  UNSEEN.lastIndex = at;
  if (UNSEEN.test(text)) return ['', UNSEEN.lastIndex];
  const character = String.fromCodePoint(text.codePointAt(at)!);
  return [character, at + character.length];
}

/** The character of an entity: empty if invisible, the entity itself if unknown. */
function characterOf([whole, decimal, hexadecimal, name]: RegExpExecArray): string {
  if (name !== undefined) return named.get(name.toLowerCase()) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /\p{Default_Ignorable_Code_Point}/u.test(character) ? '' : character;
}

/** The same for a text in several pieces, such as bold words: an address can span them. */
export function redactEmailAddressesAcross(pieces: readonly string[]): string[] {
  const found = [...pieces.join('').matchAll(ADDRESS)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  if (found.length === 0) return [...pieces];
  let offset = 0;
  let position = 0;
  return pieces.map((piece) => {
    const end = offset + piece.length;
    let kept = '';
    for (let from = offset; from < end;) {
      while (found[position] && found[position]!.end <= from) position++;
      const next = found[position];
      const inside = next !== undefined && next.start <= from;
      const to = Math.min(end, next === undefined ? end : inside ? next.end : next.start);
      if (!inside) kept += piece.slice(from - offset, to - offset);
      else if (from === next.start) kept += REMOVED;
      from = to;
    }
    offset = end;
    return kept;
  });
}

/** Letters of any script, and what stands among them without being seen. */
const LETTERS = String.raw`\p{L}\p{N}\p{M}\p{Cf}`;
/** The sign, as it can be written: in full width, as an entity of Markdown, in an address, or as a word in brackets. */
const SIGN = String.raw`(?:[@＠﹫]|%40|&#0{0,6}64;|&#x0{0,6}40;|&commat;|\((?:at)\)|\[(?:at)\])`;
const DOMAIN = String.raw`(?:[${LETTERS}-]{1,63}[.．。｡]){1,8}\p{L}[\p{L}\p{N}\p{Cf}-]{1,62}`;

/**
 * What looks like an e-mail address, also with a space on either side of its sign. Every part is bounded, so
 * that the time it takes grows with the text's length only. `@ada` and `a @ b` are none.
 */
export const ADDRESS = new RegExp(
  String.raw`[${LETTERS}._%+~'-]{1,64}"?\s?\\?${SIGN}\s?(?:${DOMAIN}|localhost\b)`,
  'giu',
);

/** Without one of these, or an entity that can stand for one, no text holds an address. */
const SIGNS = /[@＠﹫]|%40|&|[([]at[)\]]/i;

/** What stands where an address was. */
export const REMOVED = '[address removed]';

/**
 * A text without the e-mail addresses in it, which harvesters would read: those that are there as they stand, and
 * those that are put together only when the text is shown as Markdown or HTML. The time it takes grows with the
 * text's length only.
 */
export function redactEmailAddresses(text: string): string {
  if (!SIGNS.test(text)) return text;
  return withoutHiddenAddresses(text.replaceAll(ADDRESS, REMOVED));
}

/** What is seen of a text, and where in the text each of its UTF-16 units begins and ends. */
interface Seen {
  text: string;
  starts: number[];
  ends: number[];
}

/** Marks that leave no trace where a text is shown, and may stand around an address that is taken out. */
const MARKS = /[*_~`[\]<>\\]/;

/** Takes out the addresses that marks, tags, comments, entities or unseen characters keep in pieces. */
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

/** What is not seen at a position, one kind after the other; each ends where the next of its kind could begin. */
const UNSEEN = new RegExp(
  [
    // The end of a link with its address or its reference; an address holds brackets in pairs.
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
/** What is seen as it stands, as nearly every character is. */
const PLAIN = /[a-z0-9 .,@-]/i;
const SIGN_IN_WORDS = /[([]at[)\]]/iy;

/** The entities by name that can be part of an address. */
const named: Record<string, string> = {
  ...{ commat: '@', period: '.', lowbar: '_', hyphen: '-', dash: '-', plus: '+', percnt: '%', apos: "'" },
  ...{ shy: '', zwj: '', zwnj: '', nbsp: ' ', lt: '<', gt: '>', amp: '&', quot: '"' },
};

function seenOf(text: string): Seen {
  const seen: Seen = { text: '', starts: [], ends: [] };
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

/** What is seen of a text at a position, and where it ends. */
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

/** The character of an entity, nothing where it is not seen; the entity itself where it is none that is known. */
function characterOf([whole, decimal, hexadecimal, name]: RegExpExecArray): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /\p{Default_Ignorable_Code_Point}/u.test(character) ? '' : character;
}

/** The same for a text in pieces, such as words in bold: an address can begin in one and end in another. */
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

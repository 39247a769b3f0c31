/** Letters of any script, and what stands among them without being seen. */
const LETTERS = String.raw`\p{L}\p{N}\p{M}\p{Cf}`;
/** The sign, as it can be written: in full width, as an entity of Markdown, or as a word in brackets. */
const SIGN = String.raw`(?:[@＠﹫]|&#0{0,6}64;|&#x0{0,6}40;|&commat;|\((?:at)\)|\[(?:at)\])`;
const DOMAIN = String.raw`(?:[${LETTERS}-]{1,63}[.．。｡]){1,8}\p{L}[\p{L}\p{N}-]{1,62}`;

/**
 * What looks like an e-mail address, also with a space on either side of its sign. Every part is bounded, so
 * that the time it takes grows with the text's length only. `@ada` and `a @ b` are none.
 */
const ADDRESS = new RegExp(
  String.raw`[${LETTERS}._%+~'-]{1,64}"?\s?\\?${SIGN}\s?(?:${DOMAIN}|localhost\b)`,
  'giu',
);

/** Brackets and quotes with nothing left between them. */
const EMPTY = /[<([{"']\s{0,9}[>)\]}"']/g;

/** A person's name as the public sees it; one that is an e-mail address is not shown. */
export const displayName = (name: string): string =>
  name.replaceAll(ADDRESS, '').replaceAll(EMPTY, '').replaceAll(/\s+/g, ' ').trim() || 'Someone';

/** What stands where an address was. */
const REMOVED = '[address removed]';

/** A visitor's text without the e-mail addresses in it, which harvesters would read. */
export const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, REMOVED);

/** The same for a text in pieces, such as words in bold: an address can begin in one and end in another. */
export function withoutAddressesAcross(pieces: readonly string[]): string[] {
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

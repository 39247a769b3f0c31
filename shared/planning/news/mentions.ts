import { nameKey } from '../../kernel/core/name-key.ts';

interface NamedPerson {
  id: string;
  name: string;
}

/** Whether a character ends a name in a text: it is neither a letter nor a digit. */
const isBoundary = (character: string | undefined): boolean =>
  character === undefined || !/[\p{L}\p{N}_]/u.test(character);

/** Scripts of languages that write words, or what is appended to names, without a blank between. */
const unspaced = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map(
  (script) => new RegExp(`^\\p{scx=${script}}`, 'u'),
);

/** Whether a letter can follow another, or a sign, without a blank where something else begins. */
const startsBlock = (letter: string, before: string): boolean =>
  unspaced.some((script) => script.test(letter) && !script.test(before));

/**
 * An address as that of `www.example.com/@max`: a scheme, or a host with a path or query. Ideographic punctuation ends it,
 * as a blank does.
 */
const ADDRESS =
  /(?<![\p{L}\p{N}@.-])(?:\p{L}[\p{L}\p{N}.-]*:\/\/|(?:(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?|\p{L}[\p{L}\p{N}.-]*:\d+|(?:\d+\.){3}\d+(?::\d+)?)(?:\/|[?#](?!@)))[^\s\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]*/gu;

/** A text with blanks in the place of addresses. */
const withoutAddresses = (text: string): string =>
  text.replaceAll(ADDRESS, (address) => ' '.repeat(address.length));

/** Whether the next character belongs to an address or a path. */
const endsInAddress = (text: string): boolean =>
  text.endsWith('/') || withoutAddresses(text).at(-1) !== text.at(-1);

/** What follows a name that is the beginning of a domain. */
const DOMAIN_REST = /^[.-][\p{L}\p{N}]/u;

/** What follows a name that is the beginning of a path, or of a handle or name elsewhere: `@max/a`, `@max@b`, `@max.c`. */
const GOES_ON = /^(?:[/@][\p{L}\p{N}]|\.\p{L})/u;

/** What is compared as a whole: white space, the letters of a Korean syllable, a character with its marks. */
const UNITS = /\s+|[\u1100-\u11ff]+|\P{M}\p{M}*/gu;

/** A text as it is compared, and where in the text itself each of its characters begins. */
interface Folded {
  text: string;
  /** Undefined within what is one unit of the text itself. */
  starts: readonly (number | undefined)[];
}

/** Names compare as they do elsewhere. An invisible character right after an `@` is one that keeps it from a mention. */
function fold(text: string): Folded {
  const starts: (number | undefined)[] = [];
  let folded = '';
  let at = 0;
  for (const [unit] of text.matchAll(UNITS)) {
    const plain = unit.trim() === '' ? ' ' : nameKey(unit) || (folded.endsWith('@') ? unit : '');
    starts[folded.length] = at;
    folded += plain;
    at += unit.length;
    starts.length = folded.length;
  }
  return { text: folded, starts: [...starts, at] };
}

/** Under which names people are mentioned, longest first. */
function namesOf(people: readonly NamedPerson[]): NamedPerson[] {
  const names = people.map(({ id, name }) => ({ id, name: fold(name.trim()).text }));
  const firstNames = names.map(({ name }) => name.split(' ')[0]!);
  const uniqueFirstNames = names
    .map(({ id }, position) => ({ id, name: firstNames[position]! }))
    .filter(({ name }) => firstNames.filter((one) => one === name).length === 1);
  return [...names, ...uniqueFirstNames]
    .filter(({ name }) => name !== '')
    .sort((one, other) => other.name.length - one.name.length);
}

/** A part of a text, and the ids of those whom it mentions: more than one if they have the same name. */
interface TextPart {
  text: string;
  ids: readonly string[];
}

/**
 * A plain text in parts. A mention is `@` and a name, or a first name that no one else has, as long as possible and in
 * any case, where neither it nor an address goes on. Before the `@` is no letter or digit, as in an address, except one of a script without blanks, and no slash,
 * as in a path, except after a mention. `before` is what markup divides from the text.
 */
export function splitAtMentions(text: string, people: readonly NamedPerson[], before = ''): TextPart[] {
  const names = namesOf(people);
  const folded = fold(text);
  const prose = withoutAddresses(text);
  const parts: TextPart[] = [];
  let start = 0;
  for (const { index: at } of folded.text.matchAll(/@/g)) {
    const begins = folded.starts[at];
    if (begins === undefined || begins < start || prose[begins] !== text[begins]) continue;
    if (text[begins - 1] === '/' && (start === 0 || begins - 1 > start)) continue;
    const previous = /.$/su.exec(folded.text.slice(Math.max(0, at - 2), at))?.[0];
    const isAfterWord = !isBoundary(previous);
    if (isAfterWord && !startsBlock(previous!, '@')) continue;
    const found = names.find(({ name }) => isNamed(folded, at + 1, name));
    if (!found || (begins === 0 && endsInAddress(before))) continue;
    if (isAfterWord && DOMAIN_REST.test(folded.text.slice(at + 1 + found.name.length))) continue;
    const end = folded.starts[at + 1 + found.name.length]!;
    const ids = new Set(names.flatMap(({ id, name }) => (name === found.name ? id : [])));
    parts.push(
      { text: text.slice(start, begins), ids: [] },
      { text: text.slice(begins, end), ids: [...ids] },
    );
    start = end;
  }
  return [...parts, { text: text.slice(start), ids: [] }].filter((part) => part.text !== '');
}

/** Whether a whole name stands at a place. */
function isNamed({ text, starts }: Folded, at: number, name: string): boolean {
  const end = at + name.length;
  if (!text.startsWith(name, at) || starts[end] === undefined) return false;
  const [next] = text.slice(end, end + 2);
  if (GOES_ON.test(text.slice(end, end + 3))) return false;
  return isBoundary(next) || startsBlock(next!, name.at(-1)!);
}

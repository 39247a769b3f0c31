interface Named {
  id: string;
  name: string;
}

/** Whether a character ends a name in a text: it is neither a letter nor a digit. */
const isBoundary = (character: string | undefined): boolean =>
  character === undefined || !/[\p{L}\p{N}_]/u.test(character);

/** What is compared as a whole: white space, the letters of a Korean syllable, a character with its marks. */
const UNITS = /\s+|[\u1100-\u11ff]+|\P{M}\p{M}*/gu;

/** A text as it is compared, and where in the text itself each of its characters begins. */
interface Folded {
  text: string;
  /** Undefined within what is one unit of the text itself. */
  starts: readonly (number | undefined)[];
}

/** Cases, widths and compositions compare equal, as do kinds of white space. */
function fold(text: string): Folded {
  const starts: (number | undefined)[] = [];
  let folded = '';
  let at = 0;
  for (const [unit] of text.matchAll(UNITS)) {
    const plain = unit.trim() === '' ? ' ' : unit.normalize('NFKC').toLowerCase();
    starts[folded.length] = at;
    folded += plain;
    at += unit.length;
    starts.length = folded.length;
  }
  return { text: folded, starts: [...starts, at] };
}

/** Under which names people are mentioned, longest first. */
function namesOf(people: readonly Named[]): Named[] {
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
 * any case. Before the `@` is no letter or digit, as in an address.
 */
export function splitAtMentions(text: string, people: readonly Named[]): TextPart[] {
  const names = namesOf(people);
  const folded = fold(text);
  const parts: TextPart[] = [];
  let start = 0;
  for (const { index: at } of folded.text.matchAll(/@/g)) {
    const begins = folded.starts[at];
    if (begins === undefined || begins < start || !isBoundary(folded.text[at - 1])) continue;
    const found = names.find(({ name }) => isNamed(folded, at + 1, name));
    if (!found) continue;
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
const isNamed = ({ text, starts }: Folded, at: number, name: string): boolean =>
  text.startsWith(name, at) && starts[at + name.length] !== undefined && isBoundary(text[at + name.length]);

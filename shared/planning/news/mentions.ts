interface Named {
  id: string;
  name: string;
}

/** Whether a character ends a name in a text: it is neither a letter nor a digit. */
const isBoundary = (character: string | undefined): boolean =>
  character === undefined || !/[\p{L}\p{N}_]/u.test(character);

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * The people whom a text mentions: `@` and their name, or their first name if no one else has it, in any case. An
 * address is no mention: before the `@` there is no letter or digit.
 */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  const written = plain(text);
  const isMentioned = (name: string): boolean => {
    for (let at = written.indexOf(`@${name}`); at >= 0; at = written.indexOf(`@${name}`, at + 1)) {
      if (isBoundary(written[at - 1]) && isBoundary(written[at + 1 + name.length])) return true;
    }
    return false;
  };
  return namesOf(people).flatMap(({ id, names }) => (names.some(isMentioned) ? [id] : []));
}

/** Under which names people are mentioned. */
function namesOf(people: readonly Named[]): { id: string; names: string[] }[] {
  const firstNames = people.map(({ name }) => plain(name).split(' ')[0]!);
  return people.map(({ id, name }, position) => {
    const first = firstNames[position]!;
    const isUnique = firstNames.filter((one) => one === first).length === 1;
    return { id, names: isUnique && first !== '' ? [plain(name), first] : [plain(name)] };
  });
}

/** A part of a text, and the ids of those whom it mentions: more than one if they have the same name. */
interface TextPart {
  text: string;
  ids: readonly string[];
}

/** A text in parts, as far as it is written like the names themselves; each mention is as long as possible. */
export function splitAtMentions(text: string, people: readonly Named[]): TextPart[] {
  const known = namesOf(people)
    .flatMap(({ id, names }) => names.map((name) => ({ id, name })))
    .filter(({ name }) => name !== '')
    .sort((one, other) => other.name.length - one.name.length);
  const parts: TextPart[] = [];
  let start = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, start))) {
    const found = isBoundary(text[at - 1]) && known.find(({ name }) => startsWith(text, at + 1, name));
    if (!found) continue;
    const end = at + 1 + found.name.length;
    const ids = known.flatMap(({ id, name }) => (name === found.name ? id : []));
    parts.push({ text: text.slice(start, at), ids: [] }, { text: text.slice(at, end), ids });
    start = end;
  }
  return [...parts, { text: text.slice(start), ids: [] }].filter((part) => part.text !== '');
}

const startsWith = (text: string, at: number, name: string): boolean =>
  plain(text.slice(at, at + name.length)) === name && isBoundary(text[at + name.length]);

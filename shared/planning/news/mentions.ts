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
  const firstNames = people.map(({ name }) => plain(name).split(' ')[0]!);
  const isMentioned = (name: string): boolean => {
    for (let at = written.indexOf(`@${name}`); at >= 0; at = written.indexOf(`@${name}`, at + 1)) {
      if (isBoundary(written[at - 1]) && isBoundary(written[at + 1 + name.length])) return true;
    }
    return false;
  };
  return people
    .filter(({ name }, position) => {
      const first = firstNames[position]!;
      const isUnique = firstNames.filter((one) => one === first).length === 1;
      return isMentioned(plain(name)) || (isUnique && first !== '' && isMentioned(first));
    })
    .map(({ id }) => id);
}

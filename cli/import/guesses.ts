import { findAuthor, findNamesake, type Catalog } from './catalog.ts';
import type { ImportEntry } from './entry.ts';
import type { PreparedRow } from './prepared-row.ts';
import type { CreatedResource } from './resource-creator.ts';

/** A member whom rows name, by nothing but their name. */
export interface Guess {
  /** As the file has it. */
  value: string;
  member: string;
  email: string | null;
  rows: number;
}

/** The members who are taken for those whom rows name, since they have the same name; stated ones are no guesses. */
export function guessesOf(rows: readonly Pick<PreparedRow, 'entry'>[], catalog: Catalog): Guess[] {
  const guesses = new Map<string, Guess>();
  for (const { entry } of rows)
    for (const value of new Set(peopleOf(entry, catalog))) {
      const member = findAuthor(catalog, value) ? undefined : findNamesake(catalog, value);
      if (!member) continue;
      const { name, email } = member;
      const known = guesses.get(member.id) ?? { value, member: name, email, rows: 0 };
      guesses.set(member.id, { ...known, rows: known.rows + 1 });
    }
  return [...guesses.values()];
}

/** Those who are to do something, and the people of custom fields. */
function peopleOf({ assignee, customFields }: ImportEntry, catalog: Catalog): string[] {
  const people = customFields.flatMap(({ column, texts }) =>
    catalog.customFields.get(column.slice('cf.'.length))?.type === 'user' ? texts : [],
  );
  return assignee === undefined ? people : [assignee, ...people];
}

/** A remark about authors of comments whose name is that of a member, perhaps of one to be made, which is not enough. */
export function namesakeNotes(
  rows: readonly Pick<PreparedRow, 'entry'>[],
  catalog: Catalog,
  made: readonly CreatedResource[],
): string[] {
  if (!catalog.importsHistory) return [];
  const added = new Set(made.flatMap(({ what, name }) => (what === 'person' ? name.toLowerCase() : [])));
  const isNamesake = (name: string) =>
    findNamesake(catalog, name) !== undefined || (added.has(name.toLowerCase()) && !name.includes('@'));
  const names = new Set<string>();
  for (const { entry } of rows)
    for (const { author } of entry.comments)
      if (author !== undefined && !findAuthor(catalog, author) && isNamesake(author)) names.add(author);
  if (names.size === 0) return [];
  return [
    `Comments of ${[...names].join(', ')} are those of visitors, since only the names are those of members: --trust-names makes them the members', --people-map says who is who.`,
  ];
}

import { itemKind } from '../db/table.ts';
import type { Key, Reader, Change } from '../core/database.ts';
import type { Slugged } from './slug.ts';

/** The scope in which slugs are unique: all portals, their hosts, or the items or updates of one portal. */
export type SlugSpace = 'portal' | 'host' | `item#${string}` | `update#${string}`;

const slugKind = itemKind('G#feedback#', 'release');
export const slugKey = (space: SlugSpace, text: string): Key => slugKind.key(`${space}#${text}`);

/** Data stored with a slug next to its owner's id. */
export type SlugNote = Record<string, string>;

/** Returns the id of the current or former owner of a slug, with the data stored next to it, or undefined. */
export const getSlug = async (read: Reader, space: SlugSpace, text: string) =>
  (await read.get(slugKey(space, text))) as ({ id: string } & Record<string, unknown>) | undefined;

/** Returns the id of the current or former owner of a slug, or undefined. */
export async function findBySlug(read: Reader, space: SlugSpace, text: string): Promise<string | undefined> {
  return (await getSlug(read, space, text))?.id;
}

/** An id that does not exist. */
const NOTHING_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the id of the current or former owner of a slug, or an id that does not exist. Looking that up
 * costs as much as looking up a hidden resource, so response times do not distinguish the two.
 */
export const findBySlugOrNothing = async (read: Reader, space: SlugSpace, text: string): Promise<string> =>
  (await findBySlug(read, space, text)) ?? NOTHING_ID;

/** Returns an unused slug like the wanted one: itself, or with a few characters appended. */
export async function findFreeSlug(
  read: Reader,
  space: SlugSpace,
  wanted: string,
  randomBytes: (size: number) => Buffer,
): Promise<string> {
  const taken = await findBySlug(read, space, wanted);
  return taken === undefined ? wanted : `${wanted}-${randomBytes(2).toString('hex')}`;
}

export const claimSlug = (
  space: SlugSpace,
  text: string,
  id: string,
  taken: () => Error,
  note: SlugNote = {},
): Change => ({
  put: { ...slugKey(space, text), id, ...note },
  if: 'absent',
  onConditionFailed: taken,
});

/** Releases slugs for others to use. */
export const releaseSlugs = (space: SlugSpace, texts: readonly string[]): Change[] =>
  texts.map((text) => ({ delete: slugKey(space, text) }));

/** Changes to the slugs of a renamed owner. Its remaining slugs get the note, if there is one. */
export function moveSlugs(
  space: SlugSpace,
  next: Slugged,
  previous: Slugged,
  taken: () => Error,
  note?: SlugNote,
): Change[] {
  const before = [previous.slug, ...previous.formerSlugs];
  const after = [next.slug, ...next.formerSlugs];
  const kept = before.filter((one) => after.includes(one));
  return [
    ...(before.includes(next.slug) ? [] : [claimSlug(space, next.slug, next.id, taken, note)]),
    ...(note ? kept.map((one) => ({ update: slugKey(space, one), with: { set: note } })) : []),
    ...releaseSlugs(
      space,
      before.filter((one) => !after.includes(one)),
    ),
  ];
}

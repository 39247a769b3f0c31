import * as z from 'zod';
import { entityKey } from '../db/table.ts';
import { redactEmailAddresses } from '../core/email-addresses.ts';
import type { Key, Reader, Change } from '../core/database.ts';

/** docs/specification.md, "Values". */
const PATTERN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const SLUG_MAX_CHARACTERS = 60;
/** Number of former slugs that still redirect. */
export const MAX_FORMER_SLUGS = 20;

/** The URL segment that identifies a portal, an item or an update. */
export const slug = () =>
  z
    .string()
    .regex(PATTERN, { error: 'must contain only lower-case letters, digits and inner hyphens' })
    .max(SLUG_MAX_CHARACTERS, { error: `must be at most ${SLUG_MAX_CHARACTERS} characters` });

/** Letters that do not decompose into a base letter and accents. */
const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', đ: 'd', ł: 'l', þ: 'th' };

/**
 * Derives a slug from a title, without e-mail addresses; returns `fallback` if no letter or digit can be
 * used.
 */
export function slugOf(title: string, fallback: string): string {
  const plain = redactEmailAddresses(title)
    .toLowerCase()
    .replaceAll(/[ßæøœđłþ]/g, (letter) => spelled[letter]!)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const cut = plain.replace(/^-+/, '').slice(0, SLUG_MAX_CHARACTERS - 5);
  return cut.replace(/-+$/, '') || fallback;
}

/** The scope in which slugs are unique: all portals, or the items or updates of one portal. */
export type SlugSpace = 'portal' | `item#${string}` | `update#${string}`;

const slugKey = (space: SlugSpace, text: string): Key => entityKey(`G#feedback#${space}#${text}`);

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

interface Slugged {
  id: string;
  slug: string;
  formerSlugs: string[];
}

/** Changes an owner's slug; former slugs redirect to it, and the most recent ones are kept. */
export function withSlug<T extends Slugged>(current: T, text: string): T {
  if (text === current.slug) return current;
  const former = [current.slug, ...current.formerSlugs.filter((one) => one !== text)];
  return { ...current, slug: text, formerSlugs: former.slice(0, MAX_FORMER_SLUGS) };
}

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

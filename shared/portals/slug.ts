import * as z from 'zod';
import { entityKey } from '../db/table.ts';
import { redactEmailAddresses } from '../core/email-addresses.ts';
import type { Key, Reader, Change } from '../core/database.ts';

/** docs/specification.md, "Values". */
const PATTERN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const SLUG_MAX_CHARACTERS = 60;
/** Former slugs that still lead to what had them. */
export const MAX_FORMER_SLUGS = 20;

/** The part of an address that names a portal, an item or an update. */
export const slug = () =>
  z
    .string()
    .regex(PATTERN, { error: 'must contain only lower-case letters, digits and inner hyphens' })
    .max(SLUG_MAX_CHARACTERS, { error: `must have at most ${SLUG_MAX_CHARACTERS} characters` });

/** Letters whose plain form is not what is left when their accents are taken off. */
const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', đ: 'd', ł: 'l', þ: 'th' };

/** A slug out of a title, without e-mail addresses; `otherwise` where no letter or digit of it can stand in one. */
export function slugOf(title: string, otherwise: string): string {
  const plain = redactEmailAddresses(title)
    .toLowerCase()
    .replaceAll(/[ßæøœđłþ]/g, (letter) => spelled[letter]!)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const cut = plain.replace(/^-+/, '').slice(0, SLUG_MAX_CHARACTERS - 5);
  return cut.replace(/-+$/, '') || otherwise;
}

/** Where slugs must be unique: among all portals, or among the items or updates of one. */
export type SlugSpace = 'portal' | `item#${string}` | `update#${string}`;

const slugKey = (space: SlugSpace, text: string): Key => entityKey(`G#feedback#${space}#${text}`);

/** What is kept with a slug beside the id of what has it. */
export type SlugNote = Record<string, string>;

/** The id of what has a slug or had it before, with what is kept beside it, or undefined. */
export const getSlug = async (read: Reader, space: SlugSpace, text: string) =>
  (await read.get(slugKey(space, text))) as ({ id: string } & Record<string, unknown>) | undefined;

/** The id of what has a slug or had it before, or undefined. */
export async function findBySlug(read: Reader, space: SlugSpace, text: string): Promise<string | undefined> {
  return (await getSlug(read, space, text))?.id;
}

/** An id that nothing has. */
const NOTHING_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The id of what has a slug or had it before, or one that nothing has. To look for that costs what looking at a
 * thing costs that is not shown, so that the time of an answer does not tell the one from the other.
 */
export const findBySlugOrNothing = async (read: Reader, space: SlugSpace, text: string): Promise<string> =>
  (await findBySlug(read, space, text)) ?? NOTHING_ID;

/** A slug like the wanted one that nothing has yet: itself, or with a few characters more. */
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

/** Gives slugs back, for others to take. */
export const releaseSlugs = (space: SlugSpace, texts: readonly string[]): Change[] =>
  texts.map((text) => ({ delete: slugKey(space, text) }));

interface Slugged {
  id: string;
  slug: string;
  formerSlugs: string[];
}

/** What has another slug from now on, its former one among those that lead to it, of which it keeps the newest. */
export function withSlug<T extends Slugged>(current: T, text: string): T {
  if (text === current.slug) return current;
  const former = [current.slug, ...current.formerSlugs.filter((one) => one !== text)];
  return { ...current, slug: text, formerSlugs: former.slice(0, MAX_FORMER_SLUGS) };
}

/** The changes of slugs that go with what was renamed; those that it keeps get the note, where there is one. */
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

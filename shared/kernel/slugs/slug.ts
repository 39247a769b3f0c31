import * as z from 'zod';
import { redactEmailAddresses } from '../core/email-addresses.ts';

/** docs/specification.md, "Values". */
const PATTERN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const SLUG_MAX_CHARACTERS = 60;
/** Number of former slugs that still redirect. */
export const FORMER_SLUGS_MAX = 20;

/** The URL segment that identifies a portal, an item or an update. */
export const slug = () =>
  z
    .string()
    .regex(PATTERN, { error: 'must contain only lower-case letters, digits and inner hyphens' })
    .max(SLUG_MAX_CHARACTERS, { error: `must be at most ${SLUG_MAX_CHARACTERS} characters` });

/** The URL segment that identifies an item: letters and digits of the script that its title is in. */
export const titleSlug = () =>
  z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(SLUG_MAX_CHARACTERS, { error: `must be at most ${SLUG_MAX_CHARACTERS} characters` })
    .meta({ description: 'In lower case. Percent-encode it in URLs.' });

/** The slugs that a portal or update had before, the latest first. */
export const formerSlugs = () =>
  z.array(slug()).max(FORMER_SLUGS_MAX).meta({ description: 'Former slugs, which redirect to it.' });

/** Letters that do not decompose into a base letter and accents. */
const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', đ: 'd', ł: 'l', þ: 'th' };

/**
 * Derives a slug from a title, without email addresses; returns `fallback` if no letter or digit can be
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

/** Derives the slug of an item from its title, in the script of the title; Latin letters lose their accents. */
export function titleSlugOf(title: string, fallback: string): string {
  const plain = redactEmailAddresses(title)
    .toLowerCase()
    .replaceAll(/[ßæøœđłþ]/g, (letter) => spelled[letter]!)
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const cut = [...plain.replace(/^-+/, '')].slice(0, SLUG_MAX_CHARACTERS - 5).join('');
  return (
    cut
      .slice(0, SLUG_MAX_CHARACTERS - 5)
      .toWellFormed()
      .replace(/[-\uFFFD]+$/, '') || fallback
  );
}

export interface Slugged {
  id: string;
  slug: string;
  formerSlugs: string[];
}

/** Changes an owner's slug; former slugs redirect to it, and the most recent ones are kept. */
export function withSlug<T extends Slugged>(current: T, text: string): T {
  if (text === current.slug) return current;
  const former = [current.slug, ...current.formerSlugs.filter((one) => one !== text)];
  return { ...current, slug: text, formerSlugs: former.slice(0, FORMER_SLUGS_MAX) };
}

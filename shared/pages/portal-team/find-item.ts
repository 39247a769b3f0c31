import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { getFeedbackItem } from '../../feedback/items/get-feedback-item.ts';
import { itemSlugs } from '../../feedback/items/item-store.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { findBySlug } from '../../kernel/slugs/slug-store.ts';
import { titleSlug } from '../../kernel/slugs/slug.ts';
import type { TeamCall } from './team-call.ts';
import { run } from '../kit/run-operation.ts';

/** The id of an item of the portal by its slug; undefined if there is none. */
export async function findItemId({ call, portal }: TeamCall, slug: string): Promise<string | undefined> {
  // Other text can exceed the length of a key.
  if (!titleSlug().safeParse(slug).success) return undefined;
  return await findBySlug(call.read, itemSlugs(portal.id), slug);
}

/** The slug of an item that a person has written or pasted: the slug or an address of the item. */
export function slugOfAddress(text: string): string {
  const [path = ''] = text.trim().split(/[?#]/);
  const slug = path.replace(/\/+$/, '').split('/').at(-1)!;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** The item in the request's path, also if it is hidden or merged; throws a 404. */
export async function itemOrThrow(team: TeamCall): Promise<FeedbackItem> {
  const itemId = await findItemId(team, team.call.request.parameters['itemSlug']!);
  if (itemId === undefined) throw publicNotFound();
  return await run(team, getFeedbackItem, { path: { itemId } });
}

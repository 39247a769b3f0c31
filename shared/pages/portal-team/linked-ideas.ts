import { getListedItemsById, toItem } from '../../feedback/items/item-store.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { listFeedbackItems } from '../../feedback/items/list-feedback-items.ts';
import { findItemId, slugOfAddress } from './find-item.ts';
import type { TeamCall } from './team-call.ts';
import { run } from '../kit/run-operation.ts';

/** An idea that an update can be about. */
export type IdeaChoice = Pick<FeedbackItem, 'slug' | 'title' | 'status'>;

/** The most ideas that are offered in addition to those that are chosen. */
const OFFERED_MAX = 12;
/** Ideas that a search looks through, of the newest and of those with the most votes. */
const SEARCHED_MAX = 100;
/** More than an update can be about, as a form may have. */
const CHOSEN_MAX = 20;

/**
 * The ideas that the editor of an update offers: those that are chosen, by their slugs, then those that a text finds or,
 * without one, the newest that are done.
 */
export async function findIdeaChoices(
  team: TeamCall,
  chosen: readonly string[],
  text: string | undefined,
): Promise<IdeaChoice[]> {
  const [kept, others] = await Promise.all([
    findBySlugs(team, chosen.slice(0, CHOSEN_MAX)),
    text === undefined
      ? run(team, listFeedbackItems, { query: { status: ['completed'], limit: OFFERED_MAX } })
      : findByText(team, text),
  ]);
  const isOffered = new Map(others.map((item) => [item.slug, item]));
  for (const { slug } of kept) isOffered.delete(slug);
  return [...kept, ...[...isOffered.values()].slice(0, OFFERED_MAX)];
}

async function findBySlugs(team: TeamCall, slugs: readonly string[]): Promise<FeedbackItem[]> {
  const ids = await Promise.all(slugs.map((text) => findItemId(team, slugOfAddress(text))));
  const known = [...new Set(ids)].filter((id) => id !== undefined);
  return (await getListedItemsById(team.call.read, known)).map(toItem);
}

/** The ideas that a text can mean, for a choice of one, without one of them. */
export async function findIdeaMatches(team: TeamCall, text: string, without: string): Promise<IdeaChoice[]> {
  const found = await findByText(team, text);
  const bySlug = new Map(found.filter(({ id }) => id !== without).map((item) => [item.slug, item]));
  return [...bySlug.values()].slice(0, OFFERED_MAX);
}

/** The idea of an address, and the newest and most voted ideas that have all the words in their titles. */
async function findByText(team: TeamCall, text: string): Promise<FeedbackItem[]> {
  const query = { limit: SEARCHED_MAX };
  const [exact, newest, voted] = await Promise.all([
    findBySlugs(team, [text]),
    run(team, listFeedbackItems, { query }),
    run(team, listFeedbackItems, { query: { ...query, sort: '-voteCount' } }),
  ]);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ title }: FeedbackItem) => words.every((word) => title.toLowerCase().includes(word));
  return [...exact, ...voted.filter(matches), ...newest.filter(matches)];
}

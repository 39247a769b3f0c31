import { generateKeyBetween } from 'fractional-indexing';
import type { Reader } from '../../kernel/core/database.ts';
import { conflict, invalidReference } from '../../kernel/core/errors.ts';
import { getStatusReference } from '../../identity/status/status-store.ts';
import type { Story } from '../story/story.ts';
import { getStoryItem, rankIn, storyIndexes, storyPartitions, toStory } from '../story/story-store.ts';
import { RANK_MAX_CHARACTERS, type Placement } from '../story-parts/rank.ts';
import { aroundUnranked, isAmongUnranked, standingOf } from '../story-parts/standing.ts';

/**
 * The rank that puts a story where an update wants it. Ranks of a team differ whatever the categories of the stories'
 * statuses are, so that a story that changes its status keeps a place of its own; two that are put into one place at once
 * have the same rank, and stand there by their ids. An index finds the ranks, which may lag by milliseconds. Throws a 400
 * for a neighbour of another team or category.
 */
export async function rankAt(read: Reader, story: Story, placement: Placement): Promise<string> {
  if (typeof placement !== 'string' && placement.at !== undefined) return placement.at;
  const [below, above] = await roomFor(read, story, placement);
  const isFromBelow =
    placement === 'first' || (typeof placement !== 'string' && placement.after !== undefined);
  // It is there already.
  if (story.rank !== null && story.rank === (isFromBelow ? above : below)) return story.rank;
  const rank = generateKeyBetween(below ?? null, above ?? null);
  if (rank.length <= RANK_MAX_CHARACTERS) return rank;
  throw conflict('There is no room left at this place.', 'Rank a story next to it "first" or "last" before.');
}

/** The places that a story is to be put between. */
async function roomFor(
  read: Reader,
  story: Story,
  placement: Placement,
): Promise<[below: string | undefined, above: string | undefined]> {
  const ranks = ranksOf(read, story.teamId);
  if (placement === 'first') return [undefined, await ranks.lowest()];
  if (placement === 'last') return [await ranks.highest(), undefined];
  const { before, after } = placement;
  const isBefore = before !== undefined;
  const [path, id] = isBefore ? ['rank.before', before] : ['rank.after', after!];
  const neighbour = await neighbourOrThrow(read, story, { path, id });
  const place = standingOf(neighbour);
  const around = neighbour.rank === null ? aroundUnranked(neighbour.id) : undefined;
  return isBefore
    ? [highestOf(await ranks.below(place), around?.below), place]
    : [place, lowestOf(await ranks.above(place), around?.above)];
}

/** The ranks in use in a team, each found by one query of one key. */
function ranksOf(read: Reader, teamId: string) {
  const from = { index: storyIndexes.rank, partition: storyPartitions.ranks(teamId), limit: 1 };
  const first = ([item]: Awaited<ReturnType<Reader['query']>>) => item && rankIn(item);
  return {
    /** Undefined also if all are among the stories without a rank: "first" is before those to come. */
    lowest: async () => {
      const found = first(await read.query({ ...from, ascending: { after: undefined } }));
      return found === undefined || isAmongUnranked(found) ? undefined : found;
    },
    highest: async () => first(await read.query(from)),
    below: async (place: string) => first(await read.query({ ...from, before: place })),
    above: async (place: string) => first(await read.query({ ...from, ascending: { after: place } })),
  };
}

const highestOf = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one;
const lowestOf = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other < one) ? other : one;

async function neighbourOrThrow(
  read: Reader,
  story: Story,
  { path, id }: { path: string; id: string },
): Promise<Story> {
  const item = await getStoryItem(read, id);
  const neighbour = item && toStory(item);
  if (neighbour?.teamId !== story.teamId || id === story.id || neighbour.archivedAt !== null) {
    throw invalidReference([{ path, message: "is not another story of the story's team" }]);
  }
  if (neighbour.statusId !== story.statusId) {
    const [own, other] = await Promise.all([
      getStatusReference(read, story.statusId),
      getStatusReference(read, neighbour.statusId),
    ]);
    if (own?.category !== other?.category) {
      const message = `has a status of another category (${other?.category}), where the story is ${own?.category}`;
      throw invalidReference([{ path, message }]);
    }
  }
  return neighbour;
}

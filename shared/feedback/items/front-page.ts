import { isFinished, type PublicItem } from './item.ts';

/** Ideas on the first page of a portal. */
export const FRONT_PAGE_IDEAS = 50;

/** An idea of a front page without its counts, which change more often. */
export interface Idea {
  id: string;
  finished: boolean;
  shown: Omit<PublicItem, 'voteCount' | 'commentCount'>;
}

/** Votes and comments by the id of the idea. */
export type Counts = Readonly<Record<string, readonly [votes: number, comments: number]>>;

/** A front page, with one idea more than it shows, if there are more. */
export interface FrontPage {
  ideas: readonly Idea[];
  counts: Counts;
}

/** An item's position by votes: unique, and higher with more votes. */
export const rankOf = (voteCount: number, id: string): string =>
  `${String(voteCount).padStart(9, '0')}#${id}`;

/** Precedes the position of finished items, so that a cursor identifies one of the two rankings. */
export const FINISHED = 'finished#';

interface Ranked {
  finished: boolean;
  rank: string;
}

/** Orders the most voted first, with finished ones last. */
export const byVotes = (one: Ranked, other: Ranked): number => {
  if (one.finished !== other.finished) return one.finished ? 1 : -1;
  return one.rank < other.rank ? 1 : -1;
};

/** The position of an item, by which a page can start after it. */
export const positionOf = ({ finished, rank }: Ranked): string => `${finished ? FINISHED : ''}${rank}`;

export const rankedAs = ({
  id,
  status,
  voteCount,
}: Pick<PublicItem, 'id' | 'status' | 'voteCount'>): Ranked => ({
  finished: isFinished(status),
  rank: rankOf(voteCount, id),
});

/** The part of a front page that changes with an item's content. */
export function ideaOf({ voteCount: _v, commentCount: _c, ...shown }: PublicItem): Idea {
  return { id: shown.id, finished: isFinished(shown.status), shown };
}

/**
 * The counts of a front page after a change of some items, of which the visible ones are given; 'other ideas' if it may
 * have to show others.
 */
export function recount(
  { ideas, counts }: FrontPage,
  ids: readonly string[],
  visible: readonly PublicItem[],
): Counts | 'other ideas' {
  const items = new Map(visible.map((item) => [item.id, item]));
  const next = { ...counts };
  for (const id of ids.filter((one) => one in counts)) {
    const item = items.get(id);
    if (!item) return 'other ideas';
    next[id] = [item.voteCount, item.commentCount];
  }
  const ranked = ideas
    .map(({ id, finished }) => ({ id, finished, rank: rankOf(next[id]![0], id) }))
    .sort(byVotes);
  const lowest = ideas.length > FRONT_PAGE_IDEAS ? ranked.at(-1) : undefined;
  const enters = (item: PublicItem) =>
    !(item.id in counts) && (lowest === undefined || byVotes(rankedAs(item), lowest) < 0);
  const leaves = lowest !== undefined && next[lowest.id]![0] < counts[lowest.id]![0];
  return leaves || visible.some(enters) ? 'other ideas' : next;
}

/**
 * The first ideas of a portal by votes, and the position after which the next page starts; undefined if the front page
 * does not have as many.
 */
export function showIdeas(
  { ideas, counts }: FrontPage,
  limit: number,
): { items: PublicItem[]; next: string | undefined } | undefined {
  if (ideas.length > FRONT_PAGE_IDEAS && limit > FRONT_PAGE_IDEAS) return undefined;
  const ranked = ideas
    .map(({ id, finished, shown }) => {
      const [voteCount, commentCount] = counts[id]!;
      const item: PublicItem = { ...shown, voteCount, commentCount };
      return { finished, rank: rankOf(voteCount, id), item };
    })
    .sort(byVotes);
  const last = ranked.length > limit ? ranked[limit - 1] : undefined;
  return {
    items: ranked.slice(0, limit).map(({ item }) => item),
    next: last && positionOf(last),
  };
}

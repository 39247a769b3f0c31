import { commentKind, toComment } from '../comments/comment-store.ts';
import type { Caller } from '../core/caller.ts';
import type { Item, Key, Reader } from '../core/database.ts';
import { feedbackItemKind, toItem } from '../feedback/item-store.ts';
import { canSeeObjective, objectiveKind, toObjective } from '../objectives/objective-store.ts';
import { storyKind, storyTeamOf, toStory } from '../stories/story-store.ts';
import { finderOf, snippetOf, type Finder } from '../words/highlight.ts';
import type { TextQuery } from '../words/text-query.ts';
import type { Hit } from './find-hits.ts';
import type { SearchHit, SearchType } from './search-hit.ts';

const kinds = {
  story: storyKind,
  comment: commentKind,
  objective: objectiveKind,
  feedback_item: feedbackItemKind,
} satisfies Record<SearchType, unknown>;

/** What is shown of a hit, before its words are marked. */
type Shown = Pick<SearchHit, 'reference' | 'title' | 'teamId' | 'storyId' | 'portalId' | 'updatedAt'> & {
  text: string;
};

/**
 * Reads hits as they are now and shows those that the caller may see: what was deleted, archived or moved out of sight
 * since the read model was brought up to date is not among them.
 */
export async function showHits(
  read: Reader,
  caller: Caller,
  hits: readonly Hit[],
  { query, terms, archived }: { query: TextQuery; terms: readonly string[]; archived: readonly boolean[] },
): Promise<SearchHit[]> {
  const keys = hits.flatMap(({ type, id, storyId }) => [
    kinds[type].key(id),
    ...(storyId === null ? [] : [storyKind.key(storyId)]),
  ]);
  const items = await read.getMany(keys);
  const byKey = new Map(keys.map(({ pk }, index) => [pk, items[index]]));
  const itemAt = ({ pk }: Key): Item | undefined => byKey.get(pk);
  const finder = finderOf(query, terms);
  return hits.flatMap((hit) => {
    const item = itemAt(kinds[hit.type].key(hit.id));
    const story = hit.storyId === null ? undefined : itemAt(storyKind.key(hit.storyId));
    const shown = item && shownOf(hit.type, caller, item, story, archived);
    return shown ? [marked(hit, shown, finder)] : [];
  });
}

/** Returns what is shown of an item; undefined if the caller may not see it or did not ask for it. */
function shownOf(
  type: SearchType,
  caller: Caller,
  item: Item,
  story: Item | undefined,
  archived: readonly boolean[],
): Shown | undefined {
  const none = { reference: null, storyId: null, portalId: null };
  switch (type) {
    case 'story':
      return storyShown(caller, item, archived);
    case 'comment': {
      const of = story && storyShown(caller, story, archived);
      const { content, updatedAt, storyId } = toComment(item);
      return of && { ...of, storyId, text: content, updatedAt };
    }
    case 'objective': {
      const objective = toObjective(item);
      if (!canSeeObjective(caller, objective)) return undefined;
      const { name: title, shortSummary, description, teamId, updatedAt } = objective;
      const text = [shortSummary, description].filter((part) => part !== null).join('\n');
      return { ...none, title, text, teamId, updatedAt };
    }
    case 'feedback_item': {
      const { title, description, portalId, updatedAt } = toItem(item);
      return { ...none, title, text: description ?? '', teamId: null, portalId, updatedAt };
    }
  }
}

function storyShown(caller: Caller, item: Item, archived: readonly boolean[]): Shown | undefined {
  const { reference, title, description, teamId, updatedAt, archivedAt } = toStory(item);
  if (!caller.teamIds.has(storyTeamOf(item)) || !archived.includes(archivedAt !== null)) return undefined;
  return { reference, title, text: description ?? '', teamId, storyId: null, portalId: null, updatedAt };
}

function marked({ type, id, score }: Hit, { text, ...shown }: Shown, finder: Finder): SearchHit {
  const snippet = snippetOf(text, finder);
  const rangesOf = (field: 'title' | 'snippet', of: string) =>
    finder.rangesIn(of).map(({ start, end }) => ({ field, start, end }));
  const { reference, title, teamId, storyId, portalId, updatedAt } = shown;
  return {
    type,
    id,
    reference,
    title,
    snippet,
    highlights: [...rangesOf('title', title), ...rangesOf('snippet', snippet)],
    score: Math.round(score * SCORE_STEPS) / SCORE_STEPS,
    teamId,
    storyId,
    portalId,
    updatedAt,
  };
}

/** Scores have four decimals. */
const SCORE_STEPS = 10_000;

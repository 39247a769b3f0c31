import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getStoryItem, storyTeamOf, toStory } from '../../planning/story/story-store.ts';
import type { Story } from '../../planning/story/story.ts';

/** The stories that a preview is about, by their ids, as far as a caller sees them. */
export async function titledStories(
  { read, caller }: { read: Reader; caller: Caller },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Story, 'reference' | 'title'>>> {
  const items = await Promise.all([...new Set(ids)].map((id) => getStoryItem(read, id)));
  const seen = items.flatMap((item) =>
    item && caller.teamIds.has(storyTeamOf(item)) ? [toStory(item)] : [],
  );
  return new Map(seen.map(({ id, reference, title }) => [id, { reference, title }]));
}

/** The stories that effects are about: those that they change, or that what they make belongs to. */
export const storiesOf = (
  effects: readonly {
    resource: string;
    id: string | null;
    changes: readonly { field: string; to: unknown }[];
  }[],
): string[] =>
  effects.flatMap(({ resource, id, changes }) => {
    const of = changes.find(({ field }) => field === 'storyId')?.to;
    return [...(resource === 'story' && id !== null ? [id] : []), ...(typeof of === 'string' ? [of] : [])];
  });

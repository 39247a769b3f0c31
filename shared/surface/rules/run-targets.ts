import type { Reader } from '../../kernel/core/database.ts';
import type { RuleEvent } from '../../events/rules/find-triggered.ts';
import type { StoryRelations } from '../../planning/story/story-relations-store.ts';
import type { RuleKind } from '../../events/rules/rule-kinds.ts';

/** What an event has a rule run for. */
export interface EventTarget {
  event: RuleEvent;
  storyId?: string;
}

/** What an event has a rule run for: itself, or the stories that it unblocks. */
export async function findTargets(read: Reader, event: RuleEvent, kind: RuleKind): Promise<EventTarget[]> {
  return kind === 'story.unblocked' ? await unblockedBy(read, event) : [{ event }];
}

/** None of whose stories something else blocks. */
async function unblockedBy(read: Reader, event: RuleEvent): Promise<EventTarget[]> {
  const [{ readBlockers }, { getStoryRelations }] = await Promise.all([
    import('../../planning/stories/blockers.ts'),
    import('../../planning/story/story-relations-store.ts'),
  ]);
  const ids = await blockedBy(getStoryRelations, read, event);
  const blockers = await Promise.all(ids.map((id) => readBlockers(read, id, { fresh: true })));
  return ids.flatMap((storyId, position) => (blockers[position]!.length === 0 ? [{ event, storyId }] : []));
}

/** The stories that a relation, or the story of an event, blocked. */
async function blockedBy(
  relationsOf: (reader: Reader, id: string) => Promise<StoryRelations | undefined>,
  read: Reader,
  { type, data }: RuleEvent,
): Promise<string[]> {
  if (type === 'relation.deleted') return [String((data as { relatedStoryId?: unknown }).relatedStoryId)];
  const { relations = [] } = (await relationsOf(read, data.id)) ?? {};
  return relations.filter((one) => one.type === 'blocks').map((one) => one.storyId);
}

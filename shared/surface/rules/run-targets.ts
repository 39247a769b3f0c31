import type { Reader } from '../../kernel/core/database.ts';
import type { RuleEvent } from '../../events/rules/find-triggered.ts';
import type { StoryRelations } from '../../planning/story/story-relations-store.ts';
import { parentAffected, type RuleKind } from '../../events/rules/rule-kinds.ts';

/** What an event has a rule run for. */
export interface EventTarget {
  event: RuleEvent;
  storyId?: string;
}

/** What an event has a rule run for: itself, the stories that it unblocks, or the parent whose sub-stories it ends. */
export async function findTargets(read: Reader, event: RuleEvent, kind: RuleKind): Promise<EventTarget[]> {
  if (kind === 'story.unblocked') return await unblockedBy(read, event);
  return kind === 'story.sub_stories_completed' ? await completedBy(read, event) : [{ event }];
}

async function completedBy(read: Reader, event: RuleEvent): Promise<EventTarget[]> {
  const { wereCompleted } = await import('../../planning/stories/sub-stories.ts');
  const storyId = parentAffected(event);
  // The event of a deletion can be up to a second earlier than what came before it.
  const at = event.type === 'story.deleted' ? undefined : event.timestamp;
  return storyId !== undefined && (await wereCompleted(read, storyId, at)) ? [{ event, storyId }] : [];
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

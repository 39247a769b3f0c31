import type { OperationContext } from '../../kernel/core/call.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryRelations } from '../story/story-relations-store.ts';
import { getStoryItem } from '../story/story-store.ts';
import { toRelation, type Relation } from './relation.ts';
import { toRelatedStories } from './related-story.ts';

/** The id in an idempotency record: the relation, and the story from whose point of view it is shown. */
export const recordedId = ({ storyId }: { storyId: string }, { id }: { id: string }) => `${storyId} ${id}`;

/** A relation as it is now, for replays; throws a 404 if the caller cannot see it. */
export async function showRecordedRelation(
  { caller, read }: Pick<OperationContext, 'caller' | 'read'>,
  resourceId: string,
): Promise<Relation> {
  const [storyId = '', id] = resourceId.split(' ');
  const [story, stored] = await Promise.all([getStoryItem(read, storyId), getStoryRelations(read, storyId)]);
  readableStoryOrThrow(caller, story);
  const relation = stored?.relations.find((one) => one.id === id);
  const other = relation && (await getStoryItem(read, relation.storyId));
  if (!relation || !other) throw notFound('relation');
  const [shown] = await toRelatedStories(read, caller, [other]);
  return toRelation(relation, { storyId, workspaceId: caller.workspaceId }, shown!);
}

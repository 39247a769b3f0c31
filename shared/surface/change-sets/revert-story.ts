import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { loadReferences } from '../../planning/story-references/references.ts';
import { storyPatch } from '../../planning/story/story-patch.ts';
import { startedAtBefore } from '../../planning/stories/story-starts.ts';
import { getStoryItem } from '../../planning/story/story-store.ts';
import { storySchema } from '../../planning/story/story.ts';
import { updateStory, updateVersion } from '../../planning/stories/update-story.ts';
import type { Inverse } from './inverses.ts';
import type { ResourceChanges } from './plan-revert.ts';
import type { Resource } from './take-over.ts';

interface Progress {
  completedAt: string | null;
  /** The version with which the reversed began to move the story. */
  since: string;
}

/** The update that also restores when work on a story was started and completed, which no route serves. */
const withProgress = ({ completedAt, since }: Progress) =>
  operation({
    id: 'revertStory',
    method: 'PATCH',
    path: updateStory.path,
    tag: 'Stories',
    summary: 'Update a story with its progress',
    scopes: ['stories:write'],
    principals: ['user', 'serviceAccount', 'oauth'],
    role: 'member',
    teamRestricted: 'allowed',
    params: { storyId: uuid() },
    body: storyPatch.schema,
    output: storySchema,
    load: ({ path, body, read }) => ({
      story: getStoryItem(read, path.storyId),
      references: loadReferences(read, path.workspaceId, body),
    }),
    handle: async (call) => {
      const { story } = call.loaded;
      const startedAt = story && startedAtBefore(story, since);
      return await updateVersion({ ...call, progress: { startedAt, completedAt } });
    },
  });

/** The fields of a story that follow from others: no one has changed only these. */
export const followingFields: readonly string[] = ['completedAt', 'estimateLabel', 'sequenceId', 'reference'];

/**
 * The update that gives a resource its former fields, and what has to be sent with them: a story that was moved gets back
 * when its work was started and completed, which only an update of its status can set.
 */
export function updateOf(
  { resource, fields }: ResourceChanges,
  { update }: Inverse,
  { now, restored }: { now: Resource; restored: readonly string[] },
): { operation: NonNullable<Inverse['update']>; also: object } {
  const [moved, completed] = ['statusId', 'completedAt'].map((name) =>
    fields.find(({ field }) => field === name),
  );
  const isBack = restored.includes('statusId');
  const isRecompleted = !moved && completed !== undefined && completed.to === now['completedAt'];
  const ranked = restored.includes('rank') ? fields.find(({ field }) => field === 'rank')?.from : undefined;
  const place = typeof ranked === 'string' ? { rank: { at: ranked } } : {};
  const { since } = moved ?? completed ?? {};
  if (resource !== 'story' || since === undefined || !(isBack || isRecompleted))
    return { operation: update!, also: place };
  const completedAt = (completed ? completed.from : now['completedAt']) as string | null;
  return {
    operation: withProgress({ completedAt: completedAt ?? null, since }),
    also: { ...place, ...(isBack ? {} : { statusId: now['statusId'] }) },
  };
}

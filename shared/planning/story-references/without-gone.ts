import type { Reader } from '../../kernel/core/database.ts';
import { loadReferences } from './references.ts';
import { autoSchedulingStatus } from '../story/story-rules.ts';
import type { Story } from '../story/story.ts';

/** A deleted story without references to what no longer exists, or no longer belongs to its team. */
export async function withoutGone(read: Reader, story: Story): Promise<Story> {
  const { workspaceId, teamId, objectiveId } = story;
  const { assigneeId, sprintId, keyResultId, parentId, labels } = story;
  const found = await loadReferences(read, workspaceId, {
    assigneeId: assigneeId ?? undefined,
    sprintId: sprintId ?? undefined,
    objectiveId: objectiveId ?? undefined,
    keyResultId: keyResultId ?? undefined,
    parentId: parentId ?? undefined,
    labels,
  });
  const hasObjective = found.objective?.teamId === teamId;
  const hasKeyResult = hasObjective && found.keyResult?.objectiveId === objectiveId;
  const next: Story = {
    ...story,
    assigneeId: found.assignee?.teamIds.has(teamId) ? assigneeId : null,
    sprintId: found.sprintTeam === teamId ? sprintId : null,
    objectiveId: hasObjective ? objectiveId : null,
    keyResultId: hasKeyResult ? keyResultId : null,
    parentId: found.parent ? parentId : null,
    labels: labels.filter((_, position) => {
      const label = found.labels[position];
      return label?.workspaceId === workspaceId && (label.teamId === null || label.teamId === teamId);
    }),
    // Its place in a plan is gone.
    autoSchedulingLocked: false,
  };
  const isPlanned = story.autoSchedulingStatus !== 'off';
  return { ...next, autoSchedulingStatus: isPlanned ? autoSchedulingStatus(next) : 'off' };
}

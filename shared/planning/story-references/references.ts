import { type FieldProblem, invalidReference } from '../../kernel/core/errors.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { getKeyResultReference } from '../key-results/key-result-store.ts';
import { getLabelReference } from '../labels/label-store.ts';
import { canSeeObjective, getObjectiveReference } from '../objective/objective-store.ts';
import { getSprintTeam } from '../sprints/sprint-store.ts';
import { getStatusReference } from '../../identity/status/status-store.ts';
import type { Story } from '../story/story.ts';
import { type ResolvedReferences, type StoryDraft, withReference } from '../story/story-rules.ts';
import { getStoryItem, storyTeamOf } from '../story/story-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { type TeamRules, storyCounter } from '../../identity/team/team-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';

type ReferenceFields =
  'statusId' | 'assigneeId' | 'sprintId' | 'objectiveId' | 'keyResultId' | 'parentId' | 'labels';

/** Picks the references out of a request. */
type RequestedReferences = { [F in ReferenceFields]?: NonNullable<Story[F]> | undefined };

type References = Awaited<ReturnType<typeof loadReferences>>;

/** Reads everything a request refers to, in one batch. */
export async function loadReferences(read: Reader, workspaceId: string, named: RequestedReferences) {
  const { statusId, assigneeId, sprintId, objectiveId, keyResultId, parentId, labels = [] } = named;
  const [status, assignee, sprintTeam, objective, keyResult, parent, ...labelReferences] = await Promise.all([
    statusId ? getStatusReference(read, statusId) : undefined,
    assigneeId ? readMembership(read, workspaceId, assigneeId) : undefined,
    sprintId ? getSprintTeam(read, sprintId) : undefined,
    objectiveId ? getObjectiveReference(read, objectiveId) : undefined,
    keyResultId ? getKeyResultReference(read, keyResultId) : undefined,
    parentId ? getStoryItem(read, parentId) : undefined,
    ...labels.map((id) => getLabelReference(read, id)),
  ]);
  return { status, assignee, sprintTeam, objective, keyResult, parent, labels: labelReferences };
}

/**
 * Validates a story's references against its team. Missing and inaccessible ids yield the same message, so
 * that callers cannot probe for ids. Archived references are accepted only if the story already has them.
 */
export function storyReferenceErrors(
  named: RequestedReferences,
  found: References,
  { teamId, caller, current }: { teamId: string; caller: Caller; current?: Story },
): FieldProblem[] {
  const { statusId, assigneeId, sprintId, objectiveId, keyResultId, parentId, labels = [] } = named;
  const problems: FieldProblem[] = [];
  const requireThat = (fits: boolean, path: string, message: string) => {
    if (!fits) problems.push({ path, message });
  };
  if (statusId) {
    const free = !found.status?.archived || current?.statusId === statusId;
    requireThat(found.status?.teamId === teamId && free, 'statusId', "is not a status of the story's team");
  }
  if (assigneeId) {
    const joined = found.assignee?.teamIds.has(teamId) ?? false;
    requireThat(joined, 'assigneeId', "is not a member of the story's team");
  }
  if (sprintId) requireThat(found.sprintTeam === teamId, 'sprintId', "is not a sprint of the story's team");
  if (objectiveId)
    requireThat(
      found.objective?.teamId === teamId && canSeeObjective(caller, found.objective),
      'objectiveId',
      "is not an objective of the story's team",
    );
  if (keyResultId) {
    const visible = found.keyResult?.teamId === teamId && canSeeObjective(caller, found.keyResult.objective);
    requireThat(visible, 'keyResultId', "is not a key result of the story's team");
  }
  if (keyResultId && objectiveId && found.keyResult) {
    requireThat(found.keyResult.objectiveId === objectiveId, 'keyResultId', 'belongs to another objective');
  }
  if (parentId) {
    const visible = found.parent !== undefined && caller.teamIds.has(storyTeamOf(found.parent));
    requireThat(visible, 'parentId', 'is not a story that this credential can access');
  }
  labels.forEach((id, position) => {
    const label = found.labels[position];
    const fits =
      label?.workspaceId === caller.workspaceId &&
      (label.teamId === null || label.teamId === teamId) &&
      (!label.archived || (current?.labels.includes(id) ?? false));
    requireThat(fits, `labels.${position}`, "is not a label of the workspace or the story's team");
  });
  return problems;
}

/** Extracts what the story rules need from validated references. */
export const resolveReferences = (named: RequestedReferences, found: References): ResolvedReferences => ({
  statusCategory: named.statusId ? found.status?.category : undefined,
  impliedObjectiveId: named.keyResultId ? found.keyResult?.objectiveId : undefined,
});

/**
 * Assigns a story the next number of its team and the team's current code. The team was read earlier; a newer
 * code, or a deletion in progress, is stored with the counter, so no story gets an outdated code or is
 * created in a deleted team. Drawing a number makes a concurrent code change or
 * deletion fail. An imported story has a number of those that were left for it when the team was created.
 */
export async function assignReference(
  draft: StoryDraft,
  team: TeamRules,
  drawNumber: OperationContext['drawNumber'],
  imported?: number,
): Promise<Story> {
  const counter = await drawNumber(storyCounter(team.id), imported === undefined ? 1 : 0);
  const { count, code, closed, reserved = 0 } = counter;
  if (closed) {
    throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
  }
  if (imported !== undefined && imported > (reserved as number)) {
    const message = 'is not below the nextSequenceId that the team was created with';
    throw invalidReference([{ path: 'imported.sequenceId', message }]);
  }
  return withReference(draft, (code as string | undefined) ?? team.code, imported ?? count);
}

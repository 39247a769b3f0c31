import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import type { StatusCategory, StatusReference } from '../../kernel/core/status-category.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { getStatusReference, statusesOf, toStatus } from '../../identity/status/status-store.ts';
import { estimateLabel } from '../../identity/team/team.ts';
import { getTeamRules, type TeamRules } from '../../identity/team/team-store.ts';
import { fieldsLeftBehind } from '../custom-fields/story-fields.ts';
import { findLabelId, getLabelItem, toLabel } from '../labels/label-store.ts';
import type { UpdateStoryRequest } from '../story/story-patch.ts';
import type { Story } from '../story/story.ts';

/** More than a team can have. */
const STATUSES_MAX = 1_000;

/** A move of a story to another team. */
interface Move {
  /** The new team. */
  team: TeamRules;
  /** The update with everything that follows from the move. */
  update: UpdateStoryRequest;
  /** The category of the status that follows from the move; undefined if the request names a status. */
  statusCategory: StatusCategory | undefined;
}

/**
 * Completes an update that moves a story to another team. What the request does not name is carried over if the new
 * team has its like: the first status of the same category, workspace labels, labels of the same name, an assignee who
 * is in both teams, an estimate of the new team's scheme, custom fields of the workspace. Sprint, objective and key result belong to the former team
 * and are cleared. Throws a 400 if the caller is not in the new team.
 */
export async function prepareMove(
  read: Reader,
  story: Story,
  body: UpdateStoryRequest & { teamId: string },
  caller: Caller,
): Promise<Move> {
  const { teamId } = body;
  const isNamed = (field: keyof UpdateStoryRequest & keyof Story): boolean =>
    body[field] !== undefined || (body.clearFields ?? []).some((cleared) => cleared === field);
  const [team, status, labels, assignee, customFields] = await Promise.all([
    getTeamRules(read, teamId),
    body.statusId === undefined ? similarStatus(read, story, teamId) : undefined,
    isNamed('labels') ? undefined : carriedLabels(read, story, teamId),
    isNamed('assigneeId') || story.assigneeId === null
      ? undefined
      : readMembership(read, story.workspaceId, story.assigneeId),
    fieldsLeftBehind(read, story, teamId),
  ]);
  if (!team || !caller.teamIds.has(teamId)) {
    throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
  }
  const { id: statusId, category } = status ?? team.defaultStatus;
  const isLeft = {
    assigneeId: !assignee?.teamIds.has(teamId),
    sprintId: true,
    rank: true,
    // A key result that is named implies its objective.
    objectiveId: body.keyResultId === undefined,
    keyResultId: true,
    estimateValue: estimateLabel(team.estimateScheme, story.estimateValue ?? 0) === undefined,
  };
  const left = (Object.keys(isLeft) as (keyof typeof isLeft)[]).filter(
    (field) => isLeft[field] && story[field] !== null && !isNamed(field),
  );
  const fieldsLeft = customFields.filter((key) => !Object.hasOwn(body.customFields ?? {}, key));
  const clearFields = [
    ...(body.clearFields ?? []),
    ...left,
    ...fieldsLeft.map((key) => `customFields.${key}`).filter((field) => !body.clearFields?.includes(field)),
  ];
  return {
    team,
    update: {
      ...body,
      ...(body.statusId === undefined ? { statusId } : {}),
      ...(labels ? { labels } : {}),
      ...(clearFields.length > 0 ? { clearFields } : {}),
    },
    statusCategory: body.statusId === undefined ? category : undefined,
  };
}

/** The first status of a team that has the category of a story's status; undefined if the team has none. */
async function similarStatus(
  read: Reader,
  { statusId }: Story,
  teamId: string,
): Promise<Pick<StatusReference, 'id' | 'category'> | undefined> {
  const [current, items] = await Promise.all([
    getStatusReference(read, statusId),
    read.query({ index: 'list', partition: statusesOf(teamId), limit: STATUSES_MAX }),
  ]);
  return items
    .map(toStatus)
    .filter(({ category }) => category === current?.category)
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))[0];
}

/** The labels that a story keeps in another team: those of the workspace, and those of the same name there. */
async function carriedLabels(read: Reader, { labels }: Story, teamId: string): Promise<string[]> {
  const items = await Promise.all(labels.map((id) => getLabelItem(read, id)));
  const found = await Promise.all(
    items.map(async (item) => {
      if (!item) return [];
      const label = toLabel(item);
      const id = label.teamId === null ? label.id : await findLabelId(read, { ...label, teamId });
      return id ?? [];
    }),
  );
  return [...new Set(found.flat())];
}

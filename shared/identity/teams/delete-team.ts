import { conflict, notFound, writeConflict } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { deleteLabelChanges, labelsOfTeam } from '../../planning/labels/label-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { leaveTeamChanges } from '../members/member-store.ts';
import { objectivesOf } from '../../planning/objectives/objective-store.ts';
import { sprintsOf } from '../../planning/sprints/sprint-store.ts';
import { deleteStatusChanges, statusesOf } from '../statuses/status-store.ts';
import { storyPartitions } from '../../planning/stories/story-store.ts';
import { deleteTeamItem, getStoryCount, getTeamItem, serviceAccountCountOf, toTeam } from './team-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { managedTeamOrThrow } from './team-access.ts';
import { auditedTeam } from './team.ts';

/** Maximum time between drawing a number and writing its story; far beyond any function's timeout. */
const PENDING_STORY_MS = 60_000;

const OF_A_KIND_MAX = 1_000;

export const deleteTeam = operation({
  id: 'deleteTeam',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/teams/{teamId}`,
  tag: 'Teams',
  summary: 'Delete a team',
  description:
    'Permanently deletes a team with its statuses, labels, views and cadence. Fails while it has stories (including archived ones), sprints, objectives, service accounts or other members than the caller, and for one minute after a story was created. A code that stories have used stays reserved.',
  scopes: ['teams:write'],
  role: 'admin',
  audit: audited('team.deleted', ['name', 'code', 'private']),
  teamRestricted: 'allowed',
  errors: ['conflict'],
  ifMatch: true,
  params: { teamId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    team: getTeamItem(read, path.teamId),
    stories: getStoryCount(read, path.teamId),
  }),
  handle: async ({ path: { teamId: id }, loaded, ...call }) => {
    const { caller, read, now, assertMatch, commit } = call;
    const item = managedTeamOrThrow(caller, loaded.team);
    assertMatch(toTeam(item));
    const { count: storyCount, drawnAt } = loaded.stories;
    const leaves = caller.kind !== 'operator' && caller.teamIds.has(id);
    const memberCount = leaves ? 1 : 0;
    if (item['memberCount'] !== memberCount) {
      throw conflict('The team has other members.', 'Remove them with removeTeamMember first.');
    }
    if (serviceAccountCountOf(item) > 0) {
      throw conflict('The team has service accounts.', 'Remove them from the team first.');
    }
    if (drawnAt !== undefined && now.getTime() - Date.parse(drawnAt) < PENDING_STORY_MS) {
      throw conflict('A story was just created in the team.', 'Try again in one minute.');
    }
    await assertEmpty(read, id);
    const counts = {
      memberCount,
      serviceAccountCount: item['serviceAccountCount'],
      owned: item['owned'],
      storyCount,
    };
    await commit(
      [
        ...deleteTeamItem(toTeam(item), counts, writeConflict),
        ...(leaves ? leaveTeamChanges({ ...placeOf(caller), teamId: id }, () => notFound('team')) : []),
      ],
      id,
      auditedTeam(toTeam(item), undefined),
    );
    await deleteSettings(call, id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id, ...call }) => {
    await deleteSettings(call, id);
    return { id, deleted: true as const };
  },
});

const placeOf = ({ workspaceId, principalId }: Caller) => ({ workspaceId, principalId });

async function assertEmpty(read: Reader, teamId: string): Promise<void> {
  const stories = [false, true].map((archived) => storyPartitions.team(teamId, archived));
  const partitions = [...stories, sprintsOf(teamId), ...objectivesOf(teamId)];
  const found = await Promise.all(
    partitions.map((partition) => read.query({ index: 'list', partition, limit: 1 })),
  );
  if (found.every((items) => items.length === 0)) return;
  throw conflict(
    'The team has stories, sprints or objectives.',
    'Delete them first, including archived stories.',
  );
}

/** Deletes the statuses, labels and views of a deleted team, which are no longer accessible. */
async function deleteSettings({ read, tryWrite }: OperationContext, teamId: string): Promise<void> {
  for (const archived of [false, true]) {
    const [statuses, labels] = await Promise.all(
      [statusesOf(teamId, archived), labelsOfTeam(teamId, archived)].map((partition) =>
        read.query({ index: 'list', partition, limit: OF_A_KIND_MAX }),
      ),
    );
    for (const item of statuses!) await tryWrite(deleteStatusChanges(item));
    for (const item of labels!) await tryWrite(deleteLabelChanges(item));
  }
  // Few requests need these, and the function is full.
  const { deleteCadence } = await import('../../planning/cadence/cadence-store.ts');
  await tryWrite(deleteCadence(teamId));
  const { deleteOrphanedView, viewsOfTeam } = await import('../../planning/views/view-store.ts');
  const views = await read.query({ index: 'list', partition: viewsOfTeam(teamId), limit: OF_A_KIND_MAX });
  for (const item of views) await tryWrite([deleteOrphanedView(item)]);
}

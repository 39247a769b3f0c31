import { conflict, notFound, writeConflict } from '../core/errors.ts';
import type { OperationContext } from '../core/call.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import type { Caller } from '../core/caller.ts';
import { deleteLabelChanges, labelsOfTeam } from '../labels/label-store.ts';
import { uuid } from '../core/schema.ts';
import { leaveTeamChanges } from '../members/member-store.ts';
import { objectivesOf } from '../objectives/objective-store.ts';
import { sprintsOf } from '../sprints/sprint-store.ts';
import { deleteStatusChanges, statusesOf } from '../statuses/status-store.ts';
import { storyPartitions } from '../stories/story-store.ts';
import {
  deleteTeamItem,
  getStoryCount,
  getTeamItem,
  serviceAccountCountOf,
  toTeam,
} from '../teams/team-store.ts';
import type { Reader } from '../core/database.ts';
import { managedTeamOrThrow } from '../teams/get-team.ts';

/** How long a request that has drawn a number can take to write its story: far beyond a function's time limit. */
const PENDING_STORY_MS = 60_000;

const MAX_OF_A_KIND = 1_000;

export const deleteTeam = operation({
  id: 'deleteTeam',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/teams/{teamId}`,
  tag: 'Teams',
  summary: 'Delete a team',
  description:
    'Deletes a team for good, with its statuses and labels. Refused while it has stories, archived ones too, sprints, objectives, service accounts, or members other than the caller; and for a minute after a story was created. A code that stories have used is not free for another team.',
  scopes: ['teams:write'],
  role: 'admin',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  params: { teamId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    team: getTeamItem(read, path.teamId),
    stories: getStoryCount(read, path.teamId),
  }),
  handle: async ({ path: { teamId: id }, loaded, ...call }) => {
    const { caller, read, now, commit } = call;
    const item = managedTeamOrThrow(caller, loaded.team);
    const { count: storyCount, drawnAt } = loaded.stories;
    const leaves = caller.kind !== 'operator' && caller.teamIds.has(id);
    const memberCount = leaves ? 1 : 0;
    if (item['memberCount'] !== memberCount) {
      throw conflict('Others are in the team.', 'Take them out with removeTeamMember first.');
    }
    if (serviceAccountCountOf(item) > 0) {
      throw conflict('Service accounts have the team.', 'Take it from them first.');
    }
    if (drawnAt !== undefined && now.getTime() - Date.parse(drawnAt) < PENDING_STORY_MS) {
      throw conflict('A story was created in the team a moment ago.', 'Try again in a minute.');
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
  throw conflict('The team has stories, sprints or objectives.', 'Delete them first, archived ones too.');
}

/** Deletes the statuses and labels of a deleted team, which nobody can see any more. */
async function deleteSettings({ read, tryWrite }: OperationContext, teamId: string): Promise<void> {
  for (const archived of [false, true]) {
    const [statuses, labels] = await Promise.all(
      [statusesOf(teamId, archived), labelsOfTeam(teamId, archived)].map((partition) =>
        read.query({ index: 'list', partition, limit: MAX_OF_A_KIND }),
      ),
    );
    for (const item of statuses!) await tryWrite(deleteStatusChanges(item));
    for (const item of labels!) await tryWrite(deleteLabelChanges(item));
  }
}

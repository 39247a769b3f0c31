import { conflict, notFound, writeConflict } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { leaveTeamChanges } from '../members/member-store.ts';
import {
  deleteTeamItem,
  getStoryCount,
  getTeamItem,
  serviceAccountCountOf,
  toTeam,
} from '../team/team-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { managedTeamOrThrow } from '../team/team-access.ts';
import { auditedTeam } from '../team/team.ts';

/** Maximum time between drawing a number and writing its story; far beyond any function's timeout. */
const PENDING_STORY_MS = 60_000;

/** What a team has of nouns that this room does not know. */
interface TeamContents {
  /** Throws a 409 if a team has work, which would be lost with it. */
  assertNoContents: (read: Reader, teamId: string) => Promise<void>;
  /** Deletes what goes with a deleted team, which is no longer accessible. */
  deleteContents: (call: OperationContext, teamId: string) => Promise<void>;
}

export type LoadTeamContents = () => Promise<TeamContents>;

/** Returns the operation that deletes a team. */
export const deleteTeamWith = (loadContents: LoadTeamContents) =>
  operation({
    id: 'deleteTeam',
    method: 'DELETE',
    path: `${WORKSPACE_PATH}/teams/{teamId}`,
    tag: 'Teams',
    summary: 'Delete a team',
    description:
      'Permanently deletes a team with its settings, such as statuses, labels and views. Fails while work is in it, such as stories (including archived ones), sprints or objectives, while it has service accounts or other members than the caller, and for one minute after a story was created. A code that stories have used stays reserved.',
    scopes: ['teams:write'],
    principals: ['user'],
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
      const { assertNoContents, deleteContents } = await loadContents();
      await assertNoContents(read, id);
      const counts = {
        memberCount,
        serviceAccountCount: item['serviceAccountCount'],
        owned: item['owned'],
        storyCount,
        drawnAt,
      };
      await commit(
        [
          ...deleteTeamItem(toTeam(item), counts, writeConflict),
          ...(leaves ? leaveTeamChanges({ ...placeOf(caller), teamId: id }, () => notFound('team')) : []),
        ],
        id,
        auditedTeam(toTeam(item), undefined),
      );
      await deleteContents(call, id);
      return { id, deleted: true as const };
    },
    replay: async ({ resourceId: id, ...call }) => {
      await (await loadContents()).deleteContents(call, id);
      return { id, deleted: true as const };
    },
  });

const placeOf = ({ workspaceId, principalId }: Caller) => ({ workspaceId, principalId });

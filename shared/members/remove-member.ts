import { raceLost } from '../api/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation.ts';
import { nextTimestamp } from '../lib/clock.ts';
import { uuid } from '../lib/schema.ts';
import { memberSchema } from './member.ts';
import {
  getFormerItem,
  getMemberItem,
  joinedTeams,
  leaveTeamsChanges,
  removeMember as remove,
  TEAMS_AT_ONCE,
  toMember,
  toMemberJson,
} from './member-store.ts';
import { countAdminsOf } from '../workspaces/workspace-store.ts';
import { lastAdmin, memberOrThrow } from './update-member.ts';

export const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/members/{memberId}`,
  tag: 'Members',
  summary: 'Remove a member',
  description:
    'Takes a person out of all teams and the workspace. Their tokens end for good, also should they be added again. Stories and comments go on to name them, and getMember to tell who they were. The last admin stays.',
  scopes: ['members:write'],
  role: 'admin',
  errors: ['conflict'],
  params: { memberId: uuid() },
  output: memberSchema,
  load: ({ path, read }) => ({ member: getMemberItem(read, path.workspaceId, path.memberId) }),
  handle: async ({ loaded, read, now, tryWrite, commit }) => {
    const item = memberOrThrow(loaded.member);
    const member = toMember(item);
    const place = { workspaceId: member.workspaceId, principalId: member.id };
    const teamIds = [...joinedTeams(item)];
    if (teamIds.length > TEAMS_AT_ONCE) {
      if (member.role === 'admin' && (await countAdminsOf(read, member.workspaceId)) <= 1) throw lastAdmin();
      while (teamIds.length > TEAMS_AT_ONCE) {
        await tryWrite(leaveTeamsChanges(place, teamIds.splice(0, TEAMS_AT_ONCE), raceLost));
      }
      // They are in fewer teams now: read again, and done in one transaction.
      throw raceLost();
    }
    const removedAt = nextTimestamp(now, member.updatedAt);
    await commit(remove(item, new Date(removedAt), raceLost, lastAdmin), member.id);
    return { ...member, removedAt };
  },
  replay: async ({ caller, read, resourceId }) => {
    const [current, former] = await Promise.all([
      getMemberItem(read, caller.workspaceId, resourceId),
      getFormerItem(read, caller.workspaceId, resourceId),
    ]);
    return toMemberJson(memberOrThrow(current ?? former));
  },
});

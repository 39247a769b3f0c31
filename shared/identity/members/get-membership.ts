import * as z from 'zod';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { uuid, memoize } from '../../kernel/core/schema.ts';
import { memberSchema } from './member.ts';
import { toMember } from './member-store.ts';
import { memberOrThrow } from './member-store.ts';
import { getMemberItem, joinedTeams } from '../../kernel/auth/membership-store.ts';

const membershipSchema = memoize(() => z.object({ ...memberSchema().shape, teamIds: z.array(uuid()) }));

export const getMembership = operatorOperation({
  id: 'getMembership',
  summary: 'Get a member with the ids of all their teams, including private ones',
  inWorkspace: true,
  body: () => z.strictObject({ memberId: uuid() }),
  output: membershipSchema,
  load: ({ path, body, read }) => ({ member: getMemberItem(read, path.workspaceId, body.memberId) }),
  handle: async ({ loaded }) => {
    const item = memberOrThrow(loaded.member);
    return { ...toMember(item), teamIds: [...joinedTeams(item)] };
  },
});

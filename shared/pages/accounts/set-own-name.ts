import * as z from 'zod';
import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { renameAuthor } from '../../feedback/items/rename-author.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { personOrThrow } from '../../identity/members/get-person.ts';
import { setUserName } from '../../identity/members/user-store.ts';
import { ownNameFault } from '../../identity/members/own-name.ts';
import { names } from '../messages/en/names.ts';

export const setOwnName = operatorOperation({
  id: 'setOwnName',
  summary: 'Set the public name of the person behind a member, shown on feedback portals',
  inWorkspace: true,
  body: () => z.strictObject({ memberId: uuid(), name: z.string() }),
  output: () => z.object({ name: z.string() }),
  handle: async ({ path: { workspaceId }, body: { memberId, name }, read, now, tryWrite, commit }) => {
    const fault = ownNameFault(name);
    if (fault) throw new ApiError('invalid_request', names[fault], { hint: 'Choose another name.' });
    const { userId } = await personOrThrow(read, { workspaceId, memberId });
    await commit([setUserName(userId, name)], memberId);
    const write = async (changes: Parameters<typeof tryWrite>[0]) => {
      if (!(await tryWrite(changes))) throw writeConflict();
    };
    await renameAuthor({ read, write }, userId, now);
    return { name };
  },
});

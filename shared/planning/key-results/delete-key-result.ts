import { writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { visibleKeyResultOrThrow } from './get-key-result.ts';
import { deleteKeyResultItem, getKeyResultWithObjective } from './key-result-store.ts';

export const deleteKeyResult = operation({
  id: 'deleteKeyResult',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/key-results/{keyResultId}`,
  tag: 'Key results',
  summary: 'Delete a key result',
  description:
    'Permanently deletes a key result. Its stories keep their objective; their keyResultId is cleared shortly afterwards.',
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  ifMatch: true,
  params: { keyResultId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ keyResult: getKeyResultWithObjective(read, path.keyResultId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const { keyResult } = visibleKeyResultOrThrow(caller, loaded.keyResult);
    assertMatch(keyResult);
    await commit(deleteKeyResultItem(keyResult, writeConflict), keyResult.id);
    return { id: keyResult.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});

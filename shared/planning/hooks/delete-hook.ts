import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { HOOK_PATH, ownHookOrThrow } from './hook-access.ts';
import { deleteHookItem, getHookItem, toHook } from './hook-store.ts';

export const deleteHook = operation({
  id: 'deleteHook',
  method: 'DELETE',
  path: HOOK_PATH,
  tag: 'Hooks',
  summary: 'Delete a hook',
  description: 'Deletes a hook: what is sent to it is refused from now on. Links that it made stay.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('hook.deleted', ['provider']),
  errors: ['conflict'],
  ifMatch: true,
  params: { hookId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ item: getHookItem(read, path.hookId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const hook = toHook(ownHookOrThrow(caller, loaded.item));
    assertMatch(hook);
    await commit([deleteHookItem(hook, writeConflict)], hook.id, { from: hook });
    return { id: hook.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});

import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { hookPatch, hookSchema } from './hook.ts';
import { assertHookFits, HOOK_PATH, ownHookOrThrow } from './hook-access.ts';
import { getHookItem, replaceHook, secretsOf, toHook } from './hook-store.ts';

export const updateHook = operation({
  id: 'updateHook',
  method: 'PATCH',
  path: HOOK_PATH,
  tag: 'Hooks',
  summary: 'Update a hook',
  description:
    'Changes name, service account or rules, which are replaced as a whole, provided that expectedUpdatedAt is the current updatedAt. Stories stay where earlier rules moved them.',
  scopes: ['webhooks:manage', 'stories:write'],
  principals: ['user'],
  role: 'admin',
  audit: audited('hook.updated', ['name', 'serviceAccountId', 'rules']),
  errors: ['invalid_reference', 'version_conflict'],
  params: { hookId: uuid() },
  body: hookPatch.schema,
  output: hookSchema,
  load: ({ path, read }) => ({ item: getHookItem(read, path.hookId) }),
  handle: async ({ body, loaded, caller, read, now, commit }) => {
    const item = ownHookOrThrow(caller, loaded.item);
    const hook = toHook(item);
    if (hook.updatedAt !== body.expectedUpdatedAt) throw hookPatch.conflict(hook, body);
    const next = nextVersion(hook, hookPatch.apply(hook, body), now);
    if (body.serviceAccountId ?? body.rules) await assertHookFits(caller, read, next);
    const stale = (current: Item | undefined) =>
      current ? hookPatch.conflict(toHook(current), body) : notFound('hook');
    const changes = next === hook ? [] : [replaceHook(next, secretsOf(item), hook, stale)];
    await commit(changes, hook.id, { from: hook, to: next });
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    toHook(ownHookOrThrow(caller, await getHookItem(read, resourceId))),
});

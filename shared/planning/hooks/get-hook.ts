import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { hookSchema } from './hook.ts';
import { HOOK_PATH, ownHookOrThrow } from './hook-access.ts';
import { getHookItem, toHook } from './hook-store.ts';

export const getHook = operation({
  id: 'getHook',
  method: 'GET',
  path: HOOK_PATH,
  tag: 'Hooks',
  summary: 'Get a hook',
  description: 'Returns a hook with its rules. The secret is never returned.',
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  params: { hookId: uuid() },
  output: hookSchema,
  load: ({ path, read }) => ({ item: getHookItem(read, path.hookId) }),
  handle: async ({ loaded, caller }) => toHook(ownHookOrThrow(caller, loaded.item)),
});

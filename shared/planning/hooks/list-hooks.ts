import { list } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { hookSchema } from './hook.ts';
import { HOOKS_PATH } from './hook-access.ts';
import { hookIdOf, listHookItems, toHook } from './hook-store.ts';

export const listHooks = list({
  id: 'listHooks',
  path: HOOKS_PATH,
  tag: 'Hooks',
  summary: 'List hooks',
  description: "Returns the workspace's hooks for GitHub and GitLab, newest first.",
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  item: hookSchema,
  handle: async ({ caller, read, page }) => {
    const items = await listHookItems(read, caller.workspaceId, page.limit + 1, page.after);
    return pageOf(items, page, { resource: toHook, position: hookIdOf });
  },
});

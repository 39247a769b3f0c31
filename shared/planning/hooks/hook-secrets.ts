import type { SecretOwners } from '../../identity/workspaces/reseal-secrets.ts';
import { HOOKS_MAX } from './hook.ts';
import { getHookItem, hookIdOf, listHookItems, putHookSecrets, secretsOf, toHook } from './hook-store.ts';

/** Hooks as owners of signing secrets. */
export const hookSecrets: SecretOwners = {
  purpose: 'hookSecrets',
  // A few more than the quota, which hooks that are created at once can pass.
  findIds: async (read, workspaceId) => (await listHookItems(read, workspaceId, 2 * HOOKS_MAX)).map(hookIdOf),
  async find(read, id) {
    const item = await getHookItem(read, id);
    return (
      item && {
        secrets: secretsOf(item),
        replace: (secrets, stale) => putHookSecrets(toHook(item), secrets, stale),
      }
    );
  },
};

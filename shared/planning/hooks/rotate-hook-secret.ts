import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { WithSecret } from '../../kernel/core/call.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { withNewSecret } from '../../kernel/secrets/secret-rotation.ts';
import { encryptSecret, newSigningSecret } from '../../kernel/secrets/signing-secret.ts';
import { hookSchema } from './hook.ts';
import { HOOK_PATH, ownHookOrThrow } from './hook-access.ts';
import { getHookItem, replaceHook, secretsOf, toHook } from './hook-store.ts';

export const rotateHookSecret = operation({
  id: 'rotateHookSecret',
  method: 'POST',
  path: `${HOOK_PATH}/rotate-secret`,
  tag: 'Hooks',
  summary: 'Rotate the secret of a hook',
  description:
    'Creates a new secret and returns it in `signingSecret`, in this response only. The old one is accepted for another 24 hours, in which you enter the new one at the provider.',
  scopes: ['webhooks:manage', 'stories:write'],
  principals: ['user'],
  role: 'admin',
  audit: audited('hook.secret_rotated', ['secretGeneration']),
  errors: ['conflict'],
  secret: 'signingSecret',
  ifMatch: true,
  params: { hookId: uuid() },
  output: hookSchema,
  load: ({ path, read }) => ({ item: getHookItem(read, path.hookId) }),
  handle: async ({ loaded, caller, now, randomBytes, keys, assertMatch, commit }) => {
    const item = ownHookOrThrow(caller, loaded.item);
    const hook = toHook(item);
    assertMatch(hook);
    const signingSecret = newSigningSecret(randomBytes);
    const { current } = await keys('hookSecrets');
    const sealed = encryptSecret(signingSecret, current, { ownerId: hook.id, randomBytes });
    const generation = hook.secretGeneration + 1;
    const instead = 'delete the hook and create another';
    const secrets = withNewSecret(secretsOf(item), { generation, sealed }, { now, instead });
    const next = { ...hook, secretGeneration: generation, updatedAt: nextTimestamp(now, hook.updatedAt) };
    await commit([replaceHook(next, secrets, hook, writeConflict)], hook.id, { from: hook, to: next });
    return new WithSecret(next, signingSecret);
  },
  replay: async ({ caller, read, resourceId }) =>
    toHook(ownHookOrThrow(caller, await getHookItem(read, resourceId))),
});

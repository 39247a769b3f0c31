import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { WithSecret } from '../../kernel/core/call.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { encryptSecret, newSigningSecret } from '../../kernel/secrets/signing-secret.ts';
import { hookCreateSchema, hookPath, HOOKS_MAX, hookSchema, type Hook } from './hook.ts';
import { assertHookFits, HOOKS_PATH, ownHookOrThrow } from './hook-access.ts';
import { getHookItem, listHookItems, putHook, toHook } from './hook-store.ts';

export const createHook = operation({
  id: 'createHook',
  method: 'POST',
  path: HOOKS_PATH,
  tag: 'Hooks',
  summary: 'Create a hook for GitHub or GitLab',
  description:
    'Creates an address at which GitHub or GitLab reports pull requests and branches. Those that name a story, such as ENG-184 in the title, branch or description, become links of it, and can move it. The secret to enter at the provider is in `signingSecret`, in this response only; rotateHookSecret creates a new one. The guide on pull requests says what to enter where.',
  scopes: ['webhooks:manage', 'stories:write'],
  principals: ['user'],
  role: 'admin',
  audit: audited('hook.created', ['name', 'provider', 'serviceAccountId', 'rules']),
  status: 201,
  errors: ['invalid_reference', 'quota_exceeded'],
  secret: 'signingSecret',
  body: hookCreateSchema,
  output: hookSchema,
  load: ({ path, read }) => ({ all: listHookItems(read, path.workspaceId, HOOKS_MAX) }),
  handle: async ({ body, caller, loaded, read, now, newId, randomBytes, keys, commit }) => {
    await assertHookFits(caller, read, body);
    if (loaded.all.length >= HOOKS_MAX) throw tooMany();
    const id = newId();
    const at = now.toISOString();
    const hook: Hook = {
      id,
      workspaceId: caller.workspaceId,
      ...body,
      path: hookPath({ provider: body.provider, id }),
      secretGeneration: 1,
      createdAt: at,
      updatedAt: at,
    };
    const signingSecret = newSigningSecret(randomBytes);
    const { current } = await keys('hookSecrets');
    const sealed = encryptSecret(signingSecret, current, { ownerId: id, randomBytes });
    await commit([putHook(hook, [{ generation: 1, sealed }])], id, { to: hook });
    return new WithSecret(hook, signingSecret);
  },
  replay: async ({ caller, read, resourceId }) =>
    toHook(ownHookOrThrow(caller, await getHookItem(read, resourceId))),
});

const tooMany = (): ApiError =>
  new ApiError('quota_exceeded', `A workspace can have ${HOOKS_MAX} hooks, and this one has them.`, {
    hint: 'Delete a hook that is no longer needed.',
    details: { quota: 'hooks', limit: HOOKS_MAX },
  });

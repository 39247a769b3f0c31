import { list } from '../../kernel/api/operation/operation.ts';
import { PROVIDERS_PATH } from './get-identity-provider.ts';
import { identityProviderSchema } from './identity-provider.ts';
import { listProviders } from './identity-provider-store.ts';

export const listIdentityProviders = list({
  id: 'listIdentityProviders',
  path: PROVIDERS_PATH,
  tag: 'Identity providers',
  summary: 'List identity providers',
  description: 'Returns the identity providers of the workspace, by id, verified or not.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  item: identityProviderSchema,
  handle: async ({ caller, read, page: { limit, after } }) => {
    const all = await listProviders(read, caller.workspaceId);
    const left = all.filter(({ id }) => after === undefined || id > after);
    const items = left.slice(0, limit);
    return { items, next: left.length > limit ? items.at(-1)!.id : undefined };
  },
});

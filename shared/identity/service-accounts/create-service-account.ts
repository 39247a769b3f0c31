import { invalidReference, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { assertOwnScopes } from '../tokens/new-credential.ts';
import { serviceAccountOrThrow, showServiceAccount } from './get-service-account.ts';
import { serviceAccountCreateSchema, serviceAccountSchema, type ServiceAccount } from './service-account.ts';
import { getServiceAccountItem, putServiceAccount } from './service-account-store.ts';

export const createServiceAccount = operation({
  id: 'createServiceAccount',
  method: 'POST',
  path: `${WORKSPACE_PATH}/service-accounts`,
  tag: 'Service accounts',
  summary: 'Create a service account',
  description:
    'Creates a service account in teams that the caller is a member of, with scopes that the caller has too. Programs authenticate with its keys, or as its OAuth client. It can be assigned stories of its teams, and comments under its name and picture.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('service_account.created', ['scopes', 'teamIds', 'writes']),
  status: 201,
  errors: ['invalid_reference', 'conflict'],
  body: serviceAccountCreateSchema,
  output: serviceAccountSchema,
  handle: async ({ body: { teamIds, avatarUrl = null, ...fields }, caller, now, newId, commit }) => {
    assertOwnScopes(caller, fields.scopes);
    assertOwnTeams(caller, namedTeams(teamIds));
    const timestamp = now.toISOString();
    const account: ServiceAccount = {
      id: newId(),
      workspaceId: caller.workspaceId,
      ...fields,
      avatarUrl,
      createdAt: timestamp,
      updatedAt: timestamp,
      deletedAt: null,
    };
    await commit(putServiceAccount(account, teamIds, writeConflict), account.id, {
      to: { ...account, teamIds },
    });
    return { ...account, teamIds };
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = await getServiceAccountItem(read, caller.workspaceId, resourceId);
    return showServiceAccount(caller, serviceAccountOrThrow(item));
  },
});

/** The teams of a request, each with the path of its field. */
export const namedTeams = (teamIds: readonly string[]) =>
  teamIds.map((id, position) => [`teamIds.${position}`, id] as const);

/** Throws a 400 that names, by index, each team the caller is not a member of. */
export function assertOwnTeams(
  caller: Caller,
  named: readonly (readonly [path: string, id: string])[],
): void {
  const problems = named
    .filter(([, id]) => !caller.teamIds.has(id))
    .map(([path]) => ({ path, message: 'is not a team that this credential can access' }));
  if (problems.length > 0) throw invalidReference(problems);
}

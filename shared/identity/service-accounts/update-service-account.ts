import { conflict, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { assertRoomForTeam } from '../members/membership.ts';
import { TEAMS_PER_TRANSACTION } from '../members/member-store.ts';
import { assertOwnScopes } from '../tokens/new-credential.ts';
import { assertOwnTeams, namedTeams } from './create-service-account.ts';
import { serviceAccountOrThrow, showServiceAccount } from './get-service-account.ts';
import { serviceAccountPatch, serviceAccountSchema } from './service-account.ts';
import { getServiceAccountItem, replaceServiceAccount, type TeamsChange } from './service-account-store.ts';
import { joinedTeams } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';

export const updateServiceAccount = operation({
  id: 'updateServiceAccount',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}`,
  tag: 'Service accounts',
  summary: 'Update a service account',
  description:
    "Changes name, picture, scopes or teams, provided that expectedUpdatedAt is the account's current updatedAt. Added scopes must be the caller's too. Keys remain valid; from the next request on, they can do no more than the account.",
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('service_account.updated', ['name', 'scopes', 'teamIds', 'writes']),
  errors: ['invalid_reference', 'conflict', 'version_conflict'],
  params: { serviceAccountId: uuid() },
  body: serviceAccountPatch.schema,
  output: serviceAccountSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ body: { teamIds, ...fields }, loaded, caller, now, commit }) => {
    const item = serviceAccountOrThrow(loaded.account);
    const body = teamIds === undefined ? fields : { ...fields, teamIds: teamIds.toSorted() };
    const current = showServiceAccount(caller, item);
    if (current.updatedAt !== body.expectedUpdatedAt) throw serviceAccountPatch.conflict(current, body);
    assertOwnScopes(
      caller,
      (body.scopes ?? []).filter((scope) => !current.scopes.includes(scope)),
    );
    const teams = changedTeams(caller, item, teamIds);
    const next = nextVersion(current, serviceAccountPatch.apply(current, body), now);
    const stale = (latest: Item | undefined) =>
      latest
        ? serviceAccountPatch.conflict(showServiceAccount(caller, latest), body)
        : notFound('service account');
    const changes =
      next === current ? [] : replaceServiceAccount(next, item, teams, { stale, teamGone: writeConflict });
    await commit(changes, current.id, { from: current, to: next });
    return next;
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = await getServiceAccountItem(read, caller.workspaceId, resourceId);
    return showServiceAccount(caller, serviceAccountOrThrow(item));
  },
});

/** The teams of an account before and after an update that names teams of the caller; its other teams remain. */
function changedTeams(caller: Caller, item: Item, named: readonly string[] | undefined): TeamsChange {
  const from = joinedTeams(item);
  if (named === undefined) return { from, to: from };
  assertOwnTeams(caller, namedTeams(named));
  const to = new Set([...[...from].filter((id) => !caller.teamIds.has(id)), ...named]);
  if (from.size - to.size > TEAMS_PER_TRANSACTION) {
    throw conflict(
      `An update can remove at most ${TEAMS_PER_TRANSACTION} teams.`,
      'Remove the others one at a time with removeServiceAccountTeam.',
    );
  }
  if (to.size > from.size) assertRoomForTeam(new Set([...to].slice(1)));
  return { from, to };
}

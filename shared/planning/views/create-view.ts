import { invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertWithinRestriction } from '../../kernel/api/operation/team-restriction.ts';
import { recordTeamContent } from '../../identity/team/team-store.ts';
import { visibleViewOrThrow } from './view-access.ts';
import { assertRunnable } from './view-query.ts';
import { viewCreateSchema, viewSchema, type View } from './view.ts';
import { putView } from './view-store.ts';
import { getViewItem } from './view-item-store.ts';

export const createView = operation({
  id: 'createView',
  method: 'POST',
  path: `${WORKSPACE_PATH}/views`,
  tag: 'Views',
  summary: 'Save a view',
  description:
    'Saves a query of stories under a name: for the caller alone or, with the visibility team, for the members of a team.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['restricted_credential', 'invalid_reference', 'quota_exceeded'],
  body: viewCreateSchema,
  output: viewSchema,
  load: ({ path, read }) => ({ limits: getWorkspaceLimits(read, path.workspaceId) }),
  handle: async ({ body: { sort = null, teamId = null, ...body }, loaded, caller, now, newId, commit }) => {
    if ((body.visibility === 'team') !== (teamId !== null)) {
      const message =
        teamId === null ? 'is required with the visibility team' : 'is only for the visibility team';
      throw invalidRequest([{ path: 'teamId', message }]);
    }
    await assertRunnable({ ...body, sort }, now);
    const noTeam = () => invalidReference([{ path: 'teamId', message: 'is not a team that you can see' }]);
    if (teamId !== null && !caller.teamIds.has(teamId)) throw noTeam();
    assertWithinRestriction(caller, { teamId });
    assertWithinQuota(loaded.limits, 'views');
    const timestamp = now.toISOString();
    const view: View = {
      id: newId(),
      workspaceId: caller.workspaceId,
      ...body,
      teamId,
      sort,
      ownerId: caller.principalId,
      createdAt: timestamp,
      updatedAt: timestamp,
    };
    const owned = teamId === null ? [] : [recordTeamContent(teamId, noTeam)];
    await commit([putView(view), ...owned], view.id);
    return view;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleViewOrThrow(caller, await getViewItem(read, resourceId)),
});

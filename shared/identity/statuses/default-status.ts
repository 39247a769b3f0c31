import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { getTeamRules, setDefaultStatus } from '../team/team-store.ts';
import { getDefaultObjectiveStatus, setDefaultObjectiveStatus } from '../workspaces/workspace-store.ts';
import type { Status } from '../status/status.ts';
import { getStatusItem, replaceStatus, toStatus } from '../status/status-store.ts';
import type { Reader, Change } from '../../kernel/core/database.ts';

/**
 * Returns the changes that make a status the default: they update the team (or the workspace, for
 * objectives), which creation reads, and unset the former default in the same transaction. Of two concurrent
 * calls, the later one fails because the former default has changed.
 */
export async function defaultChanges(read: Reader, status: Status, now: Date): Promise<Change[]> {
  const { id, teamId, workspaceId, category } = status;
  const reference = { id, teamId, category };
  const current = await (teamId === null
    ? getDefaultObjectiveStatus(read, workspaceId)
    : getTeamRules(read, teamId).then((team) => team?.defaultStatus));
  const setDefault =
    teamId === null
      ? setDefaultObjectiveStatus(workspaceId, reference, () => notFound('workspace'))
      : setDefaultStatus(teamId, reference, () => notFound('team'));
  if (!current) return [setDefault];
  const item = await getStatusItem(read, current.id);
  const former = item && toStatus(item);
  if (!former?.isDefault || former.id === id) throw writeConflict();
  const next = { ...former, isDefault: false, updatedAt: nextTimestamp(now, former.updatedAt) };
  return [setDefault, ...replaceStatus(next, former, writeConflict, writeConflict)];
}

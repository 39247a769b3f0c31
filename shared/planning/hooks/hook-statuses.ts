import { getStatusItem, toStatus } from '../../identity/status/status-store.ts';
import { getTeamRules } from '../../identity/team/team-store.ts';
import type { Status } from '../../identity/status/status.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { Hook } from './hook.ts';
import { statusFields } from './hook-access.ts';
import type { StatusRules } from './timeline.ts';

/** The statuses that moves of stories depend on. */
export interface HookStatuses {
  find: (id: string) => Status | undefined;
  /** Where stories of a team move; a status that is archived or gone is none. */
  rulesOf: (teamId: string) => StatusRules;
  /** Whether only people complete the stories of a team. */
  needsReview: (teamId: string) => boolean;
}

/** Reads the statuses of a hook's rules for some teams, and others by id. */
export async function readStatuses(
  read: Reader,
  { rules }: Pick<Hook, 'rules'>,
  { teamIds, ids }: { teamIds: ReadonlySet<string>; ids: readonly string[] },
): Promise<HookStatuses> {
  const ruled = rules
    .filter(({ teamId }) => teamIds.has(teamId))
    .flatMap((rule) => statusFields.map((field) => rule[field]))
    .filter((id) => id !== null);
  const wanted = [...new Set([...ids, ...ruled])];
  const [items, teams] = await Promise.all([
    Promise.all(wanted.map((id) => getStatusItem(read, id))),
    Promise.all([...teamIds].map((id) => getTeamRules(read, id))),
  ]);
  const reviewing = new Set(teams.flatMap((team) => (team?.reviewRequired ? [team.id] : [])));
  const found = new Map(wanted.map((id, at) => [id, items[at] && toStatus(items[at])]));
  const find = (id: string | null | undefined) => (id ? found.get(id) : undefined);
  return {
    find,
    needsReview: (teamId) => reviewing.has(teamId),
    rulesOf(teamId) {
      const rule = rules.find((one) => one.teamId === teamId);
      const target = (id: string | null | undefined) => {
        const status = find(id);
        return status?.teamId === teamId && status.archivedAt === null ? status : undefined;
      };
      return {
        open: target(rule?.openedStatusId),
        merged: target(rule?.mergedStatusId),
        closed: target(rule?.closedStatusId),
      };
    },
  };
}

import { changesPath } from '../../planning/paths/page-paths.ts';

/** The most teams of one request: what a page asks is at most three read units. */
export const TEAMS_AT_ONCE = 2;

/** The query parameter of a page that shows its reader's notifications. */
export const NEWS = 'news';

interface LookedAt {
  workspaceId: string;
  memberId: string;
  teamIds: readonly string[];
  hasNews: boolean;
}

/** The addresses that a page asks in turn whether something has changed, with a space between them. */
export function livePaths({ workspaceId, memberId, teamIds, hasNews }: LookedAt): string {
  const count = Math.max(1, Math.ceil(teamIds.length / TEAMS_AT_ONCE));
  return Array.from({ length: count }, (_, part) => {
    const query = new URLSearchParams({ member: memberId, ...(hasNews && { [NEWS]: '1' }) });
    for (const id of teamIds.slice(part * TEAMS_AT_ONCE, (part + 1) * TEAMS_AT_ONCE))
      query.append('team', id);
    return `${changesPath(workspaceId)}?${query.toString()}`;
  }).join(' ');
}

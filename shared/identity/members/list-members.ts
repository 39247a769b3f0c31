import { notFound, teamRequired } from '../../kernel/core/errors.ts';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf, pageOfIds } from '../../kernel/api/operation/page.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { ids, onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { memberSchema } from './member.ts';
import {
  getFormerItem,
  getMemberItems,
  isMemberItem,
  listTeamMemberIds,
  memberIdOf,
  membersOf,
  toMember,
} from './member-store.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import { getMemberItem, joinedTeams, membershipKey } from '../../kernel/auth/membership-store.ts';
import { canSeeMember } from './member-access.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

export const listMembers = list({
  id: 'listMembers',
  path: `${WORKSPACE_PATH}/members`,
  tag: 'Members',
  summary: 'List members',
  description:
    'Returns the people in the workspace or, with teamId, in one team. With ids, returns the listed members that the caller can see, including removed ones. Without ids, removed members are not listed, also not with updatedSince: listChanges reports a removal as member.deleted. Guests must send teamId or ids.',
  scopes: ['members:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional(), ids: ids(), updatedSince: updatedSince() }),
  item: memberSchema,
  tool: {
    name: 'list_members',
    title: 'List members',
    description: 'People in the workspace or in one team: {"name":"Jane","openWork":true}.',
    annotations: readOnly,
  },
  load: ({ path: { workspaceId }, query, read }) => ({
    named: Promise.all((query.ids ?? []).map((id) => findMember(read, workspaceId, id))),
  }),
  handle: async ({ path: { workspaceId }, query, loaded: { named }, caller, read, page }) => {
    const { teamId, updatedSince: since } = query;
    if (teamId !== undefined && !caller.teamIds.has(teamId)) throw notFound('team');
    if (query.ids) {
      const visible = named.filter(isMemberItem).filter((item) => canSeeMember(caller, item));
      const within = visible.filter((item) => teamId === undefined || joinedTeams(item).has(teamId));
      const items = onlyUpdatedSince(within, since, toMember);
      return pageOfIds(items, page, { resource: toMember, position: memberIdOf });
    }
    if (teamId === undefined) {
      if (caller.role === 'guest') {
        throw teamRequired('Guests can list the members of one team at a time.');
      }
      const { items, end } = await readPage(read, page, {
        partitions: [membersOf(workspaceId)],
        sortKey: (id) => membershipKey(workspaceId, id).pk,
        keep: (found) => onlyUpdatedSince(found, since, toMember),
      });
      return pageOf(items, page, { resource: toMember, position: memberIdOf }, end);
    }
    const inTeam = await listTeamMemberIds(read, teamId);
    const rest = inTeam.filter((id) => page.after === undefined || id < page.after);
    const items = await getMemberItems(read, workspaceId, rest.slice(0, page.limit));
    return {
      items: onlyUpdatedSince(items.filter(isMemberItem), since, toMember).map(toMember),
      next: rest.length > page.limit ? rest[page.limit - 1] : undefined,
    };
  },
});

/** The member as they are now, or as they were when they were removed. */
async function findMember(read: Reader, workspaceId: string, id: string): Promise<Item | undefined> {
  const [current, former] = await Promise.all([
    getMemberItem(read, workspaceId, id),
    getFormerItem(read, workspaceId, id),
  ]);
  return isMemberItem(current) ? current : former;
}

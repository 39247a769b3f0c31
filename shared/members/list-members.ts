import { notFound, teamRequired } from '../core/errors.ts';
import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { pageOf } from '../api/operation/page.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import { onlyUpdatedSince, updatedSince } from '../core/query-parameters.ts';
import { uuid } from '../core/schema.ts';
import { memberSchema } from './member.ts';
import {
  getMemberItems,
  isMemberItem,
  listTeamMemberIds,
  memberIdOf,
  membersOf,
  toMember,
  toMemberJson,
} from './member-store.ts';
import { readNewestMatching } from '../db/merge-partitions.ts';
import { membershipKey } from '../auth/membership-store.ts';

export const listMembers = list({
  id: 'listMembers',
  path: `${WORKSPACE_PATH}/members`,
  tag: 'Members',
  summary: 'List members',
  description: 'Returns the people in the workspace or, with teamId, in one team. Guests must send teamId.',
  scopes: ['members:read'],
  principals: ['user', 'serviceAccount'],
  errors: ['team_required'],
  query: { teamId: uuid().optional(), updatedSince: updatedSince() },
  item: memberSchema,
  tool: {
    name: 'list_members',
    title: 'List members',
    description:
      'People in the workspace or, with teamId, in one team. Use it to find an assigneeId or leadUserId.',
    annotations: readOnly,
  },
  handle: async ({ path: { workspaceId }, query: { teamId, updatedSince: since }, caller, read, page }) => {
    if (teamId === undefined) {
      if (caller.role === 'guest') {
        throw teamRequired('Guests can list the members of one team at a time.');
      }
      const before = page.after && membershipKey(workspaceId, page.after).pk;
      const { items, end } = await readNewestMatching(
        read,
        { index: 'list', partitions: [membersOf(workspaceId)], before, limit: page.limit + 1 },
        (found) => onlyUpdatedSince(found, since, toMember),
      );
      return pageOf(items, page, { json: toMemberJson, position: memberIdOf }, end);
    }
    if (!caller.teamIds.has(teamId)) throw notFound('team');
    const ids = await listTeamMemberIds(read, teamId);
    const rest = ids.filter((id) => page.after === undefined || id < page.after);
    const items = await getMemberItems(read, workspaceId, rest.slice(0, page.limit));
    return {
      items: onlyUpdatedSince(items.filter(isMemberItem), since, toMember).map(toMemberJson),
      next: rest.length > page.limit ? rest[page.limit - 1] : undefined,
    };
  },
});

import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { deleteBan, getBan, toBan } from './ban-store.ts';
import { BANNED_VISITORS_PATH } from './list-banned-visitors.ts';

export const unbanVisitor = operation({
  id: 'unbanVisitor',
  method: 'DELETE',
  path: `${BANNED_VISITORS_PATH}/{visitorId}`,
  tag: 'Feedback portals',
  summary: 'Lift the ban of a visitor',
  description: "A banned visitor can then vote, comment and post on the workspace's portals again.",
  scopes: ['feedback:write'],
  role: 'admin',
  audit: audited('visitor.unbanned', []),
  params: { visitorId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ ban: getBan(read, path.visitorId) }),
  handle: async ({ path: { visitorId }, loaded: { ban }, caller, commit }) => {
    if (!ban || toBan(ban).workspaceId !== caller.workspaceId) throw notFound('ban');
    await commit(deleteBan(ban, writeConflict), visitorId, { from: toBan(ban) });
    return { id: visitorId, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});

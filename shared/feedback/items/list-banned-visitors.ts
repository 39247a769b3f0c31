import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { bannedIdOf, banSortKey, bansOf, toBan } from './ban-store.ts';
import { bannedVisitorSchema } from './banned-visitor.ts';

export const BANNED_VISITORS_PATH = `${WORKSPACE_PATH}/banned-visitors`;

export const listBannedVisitors = list({
  id: 'listBannedVisitors',
  path: BANNED_VISITORS_PATH,
  tag: 'Feedback portals',
  summary: 'List banned visitors',
  description: "Returns the visitors who are banned from the workspace's portals.",
  scopes: ['feedback:read'],
  role: 'member',
  item: bannedVisitorSchema,
  handle: async ({ caller, read, page }) => {
    const items = await read.query({
      index: 'list',
      partition: bansOf(caller.workspaceId),
      limit: page.limit + 1,
      ...(page.after === undefined ? {} : { before: banSortKey(page.after) }),
    });
    return pageOf(items, page, { resource: toBan, position: bannedIdOf });
  },
});

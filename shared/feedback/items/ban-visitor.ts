import { invalidReference, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { getUser } from '../../identity/members/user-store.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { getVisitorLink } from '../../kernel/auth/visitor-store.ts';
import { getBan, putBan, toBan } from './ban-store.ts';
import { bannedVisitorSchema, banSchema, type BannedVisitor } from './banned-visitor.ts';
import { BANNED_VISITORS_PATH } from './list-banned-visitors.ts';

export const banVisitor = operation({
  id: 'banVisitor',
  method: 'POST',
  path: BANNED_VISITORS_PATH,
  tag: 'Feedback portals',
  summary: 'Ban a visitor',
  description:
    'Stops a visitor from voting, commenting and posting ideas on all portals of the workspace. What they have posted stays; hide it separately. Repeating the call returns the ban that exists.',
  scopes: ['feedback:write'],
  role: 'admin',
  audit: audited('visitor.banned', ['reason']),
  status: 201,
  errors: ['invalid_reference'],
  body: banSchema,
  output: bannedVisitorSchema,
  load: ({ body, read }) => ({
    link: getVisitorLink(read, body.visitorId),
    known: getBan(read, body.visitorId),
  }),
  handle: async ({ body, loaded: { link, known }, caller, read, now, commit }) => {
    if (link?.workspaceId !== caller.workspaceId) {
      throw invalidReference([{ path: 'visitorId', message: "is not a visitor of the workspace's portals" }]);
    }
    if (known) {
      await commit([], body.visitorId);
      return toBan(known);
    }
    const user = await getUser(read, link.userId);
    const ban: BannedVisitor = {
      id: body.visitorId,
      workspaceId: caller.workspaceId,
      name: displayName(user?.name ?? null),
      reason: body.reason ?? null,
      bannedBy: caller.principalId,
      createdAt: now.toISOString(),
    };
    await commit(putBan(ban, link.userId, writeConflict), ban.id, { to: ban });
    return ban;
  },
  replay: async ({ read, resourceId }) => toBan(orNotFound(await getBan(read, resourceId), 'ban')),
});

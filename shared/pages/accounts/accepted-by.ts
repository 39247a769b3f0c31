import { requestOriginOf } from '../../kernel/api/operation/request-origin.ts';
import {
  AUDIT_RETENTION_VARIABLE,
  auditRetentionMs,
  putAuditEvent,
} from '../../kernel/api/operation/audit-trail-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Change, Item } from '../../kernel/core/database.ts';
import { newId } from '../../kernel/core/id.ts';
import { acceptMembership } from '../../identity/members/accept-membership.ts';
import { toMember } from '../../identity/members/member-store.ts';
import type { User } from '../../identity/members/user-store.ts';

/** Changes with which a person accepts a membership on a page, with their entry in the workspace's audit trail. */
export function acceptedBy(item: Item, user: User, { request, services, now }: WebCall): Change[] {
  const changes = acceptMembership(item, user, now);
  if (changes.length === 0) return [];
  const { id, name, role, workspaceId } = toMember(item);
  const { requestId, ...origin } = requestOriginOf(request);
  const event = {
    id: newId(now),
    type: 'member.accepted',
    timestamp: now.toISOString(),
    actor: { kind: 'user', id, via: 'portal' },
    target: { kind: 'member', id, name },
    changes: [{ field: 'role', from: null, to: role }],
    origin,
    requestId,
    credentialId: null,
    count: 1,
  } as const;
  const retention = auditRetentionMs(services.setting(AUDIT_RETENTION_VARIABLE));
  return [...changes, putAuditEvent(workspaceId, { ...event, changes: [...event.changes] }, retention)];
}

import { AUDIT_RETENTION_VARIABLE, auditRetentionMs } from '../../kernel/api/operation/audit-trail-store.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import type { OperationContext, Page, PageRequest } from '../../kernel/core/call.ts';
import { firstIdAt, timeOfId } from '../../kernel/core/id.ts';
import { typesOf, type auditPatterns } from './audit-event.ts';
import { auditIdOf, findAuditEvents, toAuditEvent } from './audit-store.ts';

/**
 * The overlap of a resumed position in milliseconds: acts on an account reach the trail after their time, and an index
 * shows an entry after its commit.
 */
const RESUME_OVERLAP_MS = 5 * 60 * 1000;

interface AuditQuery {
  type?: readonly (typeof auditPatterns)[number][] | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
  since?: string | undefined;
  before?: string | undefined;
  sort?: string | undefined;
}

/** A page of the audit trail of the caller's workspace. */
export async function pageOfAuditEvents(
  { caller, read, now, setting }: Pick<OperationContext, 'caller' | 'read' | 'now' | 'setting'>,
  query: AuditQuery,
  page: PageRequest,
): Promise<Page<ReturnType<typeof toAuditEvent>>> {
  const kept = now.getTime() - auditRetentionMs(setting(AUDIT_RETENTION_VARIABLE));
  const { type, since, before, actorId, targetId } = query;
  const asked = {
    workspaceId: caller.workspaceId,
    types: type && typesOf(type),
    actorId,
    targetId,
    since: Math.max(kept, since === undefined ? 0 : Date.parse(since)),
    before: before === undefined ? undefined : Date.parse(before),
    oldestFirst: query.sort === 'timestamp',
  };
  const { items, end } = await findAuditEvents(read, asked, page);
  const found = pageOf(items, page, { resource: toAuditEvent, position: auditIdOf }, end);
  if (!asked.oldestFirst) return found;
  const last = items[found.items.length - 1];
  const reached = found.next ?? (last && auditIdOf(last)) ?? page.after ?? firstIdAt(asked.since);
  const settled = now.getTime() - RESUME_OVERLAP_MS;
  return { ...found, resume: timeOfId(reached) > settled ? firstIdAt(settled) : reached };
}

import { AUDIT_RETENTION_VARIABLE, auditRetentionMs } from '../../kernel/api/operation/audit-trail-store.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import type { OperationContext, Page, PageRequest } from '../../kernel/core/call.ts';
import { firstIdAt, timeOfId } from '../../kernel/core/id.ts';
import { typesOf, type ShownAuditEvent } from './audit-event.ts';
import { auditIdOf, findAuditEvents, toAuditEvent } from './audit-store.ts';

/**
 * The overlap of a resumed position in milliseconds: acts on an account reach the trail after their time, and an index
 * shows an entry after its commit.
 */
const RESUME_OVERLAP_MS = 5 * 60 * 1000;

interface AuditQuery {
  type?: Parameters<typeof typesOf>[0] | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
  since?: string | undefined;
  before?: string | undefined;
  sort?: string | undefined;
}

/** Reads a page of the audit trail, with the position from which it goes on later. */
export async function readAuditPage(
  { caller, read, now, setting }: Pick<OperationContext, 'caller' | 'read' | 'now' | 'setting'>,
  { type, since, before, actorId, targetId, sort }: AuditQuery,
  page: PageRequest,
): Promise<Page<ShownAuditEvent>> {
  const kept = now.getTime() - auditRetentionMs(setting(AUDIT_RETENTION_VARIABLE));
  const asked = {
    workspaceId: caller.workspaceId,
    types: type && typesOf(type),
    actorId,
    targetId,
    since: Math.max(kept, since === undefined ? 0 : Date.parse(since)),
    before: before === undefined ? undefined : Date.parse(before),
    oldestFirst: sort === 'timestamp',
  };
  const { items, end } = await findAuditEvents(read, asked, page);
  const found = pageOf(items, page, { resource: toAuditEvent, position: auditIdOf }, end);
  if (!asked.oldestFirst) return found;
  const last = items[found.items.length - 1];
  const reached = found.next ?? (last && auditIdOf(last)) ?? page.after ?? firstIdAt(asked.since);
  const settled = now.getTime() - RESUME_OVERLAP_MS;
  return { ...found, resume: timeOfId(reached) > settled ? firstIdAt(settled) : reached };
}

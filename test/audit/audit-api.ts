import { expect } from 'vitest';
import type { ShownAuditEvent } from '../../shared/identity/audit/audit-event.ts';
import type { Client } from '../support/client.ts';

/** A page of a workspace's audit trail as a client reads it. */
export async function auditPage(
  client: Client,
  workspace: { path: string },
  query: Record<string, string> = {},
): Promise<{ data: ShownAuditEvent[]; meta: { hasMore: boolean; nextCursor: string | null } }> {
  const { status, json, text } = await client.get(
    `${workspace.path}/audit-events?${new URLSearchParams(query).toString()}`,
  );
  expect(status, text).toBe(200);
  return json as Awaited<ReturnType<typeof auditPage>>;
}

/** All pages of it. */
export async function auditTrail(
  client: Client,
  workspace: { path: string },
  query: Record<string, string> = {},
): Promise<ShownAuditEvent[]> {
  const events: ShownAuditEvent[] = [];
  let cursor: string | null = null;
  do {
    const { data, meta } = await auditPage(client, workspace, { ...query, ...(cursor ? { cursor } : {}) });
    events.push(...data);
    cursor = meta.nextCursor;
  } while (cursor);
  return events;
}

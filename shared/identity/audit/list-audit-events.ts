import { AUDIT_RETENTION_VARIABLE, auditRetentionMs } from '../../kernel/api/operation/audit-trail-store.ts';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { oneOrMany, sort } from '../../kernel/core/query-parameters.ts';
import { timestamp, uuid } from '../../kernel/core/schema.ts';
import * as z from 'zod';
import { firstIdAt, timeOfId } from '../../kernel/core/id.ts';
import { auditEventSchema, auditPatterns, typesOf } from './audit-event.ts';
import { auditIdOf, findAuditEvents, toAuditEvent } from './audit-store.ts';

/**
 * The overlap of a resumed position in milliseconds: acts on an account reach the trail after their time, and an index
 * shows an entry after its commit.
 */
const RESUME_OVERLAP_MS = 5 * 60 * 1000;

export const listAuditEvents = list({
  id: 'listAuditEvents',
  path: `${WORKSPACE_PATH}/audit-events`,
  tag: 'Audit trail',
  summary: 'List audit events',
  description:
    'Returns administrative and security acts of the last 400 days, newest first: changes of members, roles, teams, tokens, keys, webhook endpoints and portals, sign-ins, failed ones and sign-outs, passwords, and what applications were allowed. Acts through the API are there with their response, sign-ins and what people do on their account page within moments. Filters apply together; with several of them, a page may end early. With sort=timestamp, meta.resumeCursor continues later, with the same parameters but for limit: entries of the last five minutes before it come again, so discard repetitions by id.',
  scopes: ['audit:read'],
  role: 'admin',
  query: () => ({
    type: oneOrMany(z.enum(auditPatterns)).meta({
      description: 'Only these types; `token.*` are all of tokens.',
    }),
    actorId: uuid().optional().meta({ description: 'Only what this member or service account did.' }),
    targetId: uuid().optional().meta({ description: 'Only what was done to this.' }),
    since: timestamp().optional().meta({ description: 'At or after this time.' }),
    before: timestamp().optional().meta({ description: 'Before this time.' }),
    sort: sort(['-timestamp', 'timestamp']),
  }),
  item: auditEventSchema,
  cursorIgnores: ['limit'],
  handle: async ({ caller, query, page, read, now, setting }) => {
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
  },
});

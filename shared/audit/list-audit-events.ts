import { AUDIT_RETENTION_VARIABLE, auditRetentionMs } from '../api/operation/audit-trail-store.ts';
import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { pageOf } from '../api/operation/page.ts';
import { several, sort } from '../core/query-parameters.ts';
import { timestamp, uuid } from '../core/schema.ts';
import * as z from 'zod';
import { auditEventSchema, auditPatterns, typesOf } from './audit-event.ts';
import { auditIdOf, findAuditEvents, toAuditEventJson } from './audit-store.ts';

export const listAuditEvents = list({
  id: 'listAuditEvents',
  path: `${WORKSPACE_PATH}/audit-events`,
  tag: 'Audit trail',
  summary: 'List audit events',
  description:
    'Returns administrative and security acts of the last 400 days, newest first: changes of members, roles, teams, tokens, keys, webhook endpoints and portals, sign-ins, failed ones and sign-outs, passwords, and what applications were allowed. Acts through the API are there with their response, sign-ins and what people do on their account page within moments. Filters apply together; with several of them, a page may end early.',
  scopes: ['audit:read'],
  role: 'admin',
  query: () => ({
    type: several(z.enum(auditPatterns)).meta({
      description: 'Only these types; `token.*` are all of tokens.',
    }),
    actorId: uuid().optional().meta({ description: 'Only what this member or service account did.' }),
    targetId: uuid().optional().meta({ description: 'Only what was done to this.' }),
    since: timestamp().optional().meta({ description: 'At or after this time.' }),
    before: timestamp().optional().meta({ description: 'Before this time.' }),
    sort: sort(['-timestamp', 'timestamp']),
  }),
  item: auditEventSchema,
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
    return pageOf(items, page, { json: toAuditEventJson, position: auditIdOf }, end);
  },
});

import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { oneOrMany, sort } from '../../kernel/core/query-parameters.ts';
import { timestamp, uuid } from '../../kernel/core/schema.ts';
import * as z from 'zod';
import { auditEventSchema, auditPatterns } from './audit-event.ts';

export const listAuditEvents = list({
  id: 'listAuditEvents',
  path: `${WORKSPACE_PATH}/audit-events`,
  tag: 'Audit trail',
  summary: 'List audit events',
  description:
    'Returns administrative and security acts, newest first: changes of members, roles, teams, tokens, keys, webhook endpoints and portals, sign-ins, failed ones and sign-outs, passwords, and what applications were allowed. Acts through the API are there with their response, sign-ins and what people do on their account page within moments. Filters apply together; with several of them, a page may end early. With sort=timestamp, meta.resumeCursor continues later, with the same parameters but for limit: entries of the last five minutes before it come again, so discard repetitions by id.',
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
  handle: async ({ query, page, ...context }) => {
    // Imported on demand: most requests of the function do not read the trail.
    const { pageOfAuditEvents } = await import('./page-of-audit-events.ts');
    return await pageOfAuditEvents(context, query, page);
  },
});

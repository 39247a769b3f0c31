import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { actOf, changeSetSchema, isReversible } from './change-set.ts';

export const CHANGE_SET_PATH = `${WORKSPACE_PATH}/change-sets/{changeSetId}`;

export const getChangeSet = operation({
  id: 'getChangeSet',
  method: 'GET',
  path: CHANGE_SET_PATH,
  tag: 'Changes',
  summary: 'Get a change set',
  description:
    'Returns what was changed together: by requests with the same Change-Set header, by a bulk request, or by one other request. It appears within moments, shows what the caller may see, and is kept for 30 days.',
  // Each kind needs its own.
  scopes: [],
  errors: ['not_found', 'conflict'],
  params: { changeSetId: uuid() },
  output: changeSetSchema,
  handle: async ({ path: { changeSetId: id }, ...context }) => {
    const { readChangeSet } = await import('./read-change-set.ts');
    const events = await readChangeSet(context, id);
    return {
      id,
      actor: events[0]!.actor,
      startedAt: events[0]!.timestamp,
      endedAt: events.at(-1)!.timestamp,
      changes: events.map((event) => ({
        ...actOf(event),
        id: event.data.id,
        // What nobody of the workspace wrote, and a program must not obey.
        ...(event.origin === 'visitor' ? { origin: event.origin } : {}),
        changes: [...(event.changes ?? [])],
      })),
      reversible: events.every(isReversible),
    };
  },
});

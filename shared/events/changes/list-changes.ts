import * as z from 'zod';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { origin } from '../../kernel/core/origin.ts';
import { oneOrMany } from '../../kernel/core/query-parameters.ts';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { eventPatterns } from '../webhooks/webhook.ts';
import { accessKinds } from './access-event.ts';

const changeSchema = memoize(() =>
  z
    .object({
      id: uuid().meta({ description: 'The same however often it is read; use it to discard repetitions.' }),
      type: z.string().meta({ description: 'The type of the event, such as story.updated.' }),
      apiVersion: z.string(),
      timestamp: timestamp(),
      workspaceId: uuid(),
      teamId: uuid().nullable(),
      actor: actorSchema(),
      origin: origin().optional(),
      changeSetId: uuid().optional().meta({
        description: 'What the change belongs to, as getChangeSet returns it.',
      }),
      data: z.record(z.string(), z.unknown()).meta({
        description: 'The resource, or of access.granted and access.revoked its `resource` and `id`.',
      }),
      changes: z
        .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
        .optional()
        .meta({ description: 'Of updates: the fields that changed.' }),
      truncated: z
        .array(z.string())
        .optional()
        .meta({ description: 'Present only if texts were cut to 256 KiB: which.' }),
    })
    .meta({ id: 'Change', description: 'An event, with the exact text that webhooks are sent.' }),
);

type Change = z.output<ReturnType<typeof changeSchema>>;

export const listChanges = list({
  id: 'listChanges',
  path: `${WORKSPACE_PATH}/changes`,
  tag: 'Changes',
  summary: 'List changes',
  description:
    'Returns every change that the caller may see, oldest first: each event at least once, those of one resource in order. Without cursor and since, it returns an empty page that begins now. Read on with meta.nextCursor while there is one, and keep meta.resumeCursor to go on later. Kinds whose read scope the credential lacks are left out, unless type names them: then, and if it lacks all of them, it is refused. access.granted names a team, objective or workspace to fetch again, access.revoked of one to forget with all that belongs to it.',
  // Each kind needs its own, and one of them is enough.
  scopes: [],
  errors: ['insufficient_scope', 'team_required', 'cursor_expired', 'not_found'],
  query: () => ({
    since: timestamp().optional().meta({
      description: 'Begins with what was written at or after this time; ignored next to a cursor.',
    }),
    teamId: uuid().optional(),
    type: oneOrMany(z.enum([...eventPatterns, ...accessKinds, 'access.*'])).meta({
      description: 'Only events of these types; `story.*` are all of stories.',
    }),
  }),
  item: changeSchema,
  // A cursor is a reader's position for weeks: where the first one began does not belong to it.
  cursorIgnores: ['since'],
  handle: async ({ query, page, ...context }) => {
    // Imported on demand to keep the bundle under 250 KB.
    const { readChanges } = await import('./read-changes.ts');
    const { items, ...positions } = await readChanges(context, query, page);
    return { items: items.map((body) => JSON.parse(body) as Change), ...positions };
  },
});

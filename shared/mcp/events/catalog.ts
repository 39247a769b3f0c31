import * as z from 'zod';
import { argumentsSchema } from '../../api/mcp/tool-schemas.ts';
import type { OfferedEvent } from '../../api/mcp/events.ts';
import { actorSchema } from '../../core/actor-schema.ts';
import { uuid } from '../../core/schema.ts';
import type { FieldChange } from '../../log/event.ts';
import type { EventSubject } from '../../webhooks/webhook.ts';

/** An event of the log, as its text says. */
export interface LoggedEvent {
  id: string;
  type: string;
  timestamp: string;
  actor: z.output<typeof actorSchema>;
  data: Record<string, unknown>;
  changes?: FieldChange[];
}

const inWorkspace = {
  workspaceId: uuid(),
  teamId: uuid().optional().meta({ description: 'Only of this team.' }),
};
const ofStory = { storyId: uuid().optional().meta({ description: 'Only of this story.' }) };
const byAssignee = {
  assigneeId: z.string().optional().meta({ description: 'Only of stories of this member, or `me`.' }),
};
const byField = {
  changedField: z.string().optional().meta({ description: 'Only if this field changed, such as statusId.' }),
};

/** All filters; each event takes some of them. */
export const filterSchema = z.object({ ...inWorkspace, ...ofStory, ...byAssignee, ...byField });
export type EventFilters = z.output<typeof filterSchema>;

type Filters = z.ZodRawShape & typeof inWorkspace;

interface EventKindForModels {
  description: string;
  /** The type in the log that it is made from. */
  type: string;
  filters: Filters;
  /** Whether an event of the type is one, besides the filters. */
  isOne?: (event: LoggedEvent) => boolean;
}

const filtersOf = (subject: EventSubject, action: string): Filters => ({
  ...inWorkspace,
  ...(subject === 'story' ? { ...ofStory, ...byAssignee } : {}),
  ...(subject === 'comment' ? ofStory : {}),
  ...(action === 'updated' ? byField : {}),
});

/** What AI clients can be told of: the resources that they plan with. */
const subjects: readonly [EventSubject, words: string][] = [
  ['story', 'A story'],
  ['comment', 'A comment on a story'],
  ['sprint', 'A sprint'],
  ['objective', 'An objective'],
  ['key_result', 'A key result'],
];

const isCompletion = ({ changes = [] }: LoggedEvent): boolean =>
  changes.some(({ field, from, to }) => field === 'completedAt' && from === null && to !== null);

/** The events by name. */
export const catalog: ReadonlyMap<string, EventKindForModels> = new Map([
  [
    'story.completed',
    {
      description: 'A story was finished: it entered a completed status.',
      type: 'story.updated',
      filters: filtersOf('story', 'completed'),
      isOne: isCompletion,
    },
  ],
  ...subjects.flatMap(([subject, words]) =>
    ['created', 'updated', 'deleted'].map((action): [string, EventKindForModels] => {
      const name = `${subject}.${action}`;
      return [
        name,
        { description: `${words} was ${action}.`, type: name, filters: filtersOf(subject, action) },
      ];
    }),
  ),
]);

const payload = z.object({
  actor: z.object({
    ...actorSchema.shape,
    self: z.boolean().meta({ description: 'Whether it was the connected user.' }),
  }),
  resource: z.record(z.string(), z.unknown()).meta({ description: 'As the API shows it.' }),
  changes: z
    .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
    .optional()
    .meta({ description: 'Of updates.' }),
});

/** The catalog as clients list it. */
export const offeredEvents = (): OfferedEvent[] => {
  const payloadSchema = argumentsSchema(payload.shape);
  return [...catalog].map(([name, { description, filters }]) => ({
    name,
    description,
    delivery: ['poll'],
    inputSchema: argumentsSchema(filters),
    payloadSchema,
  }));
};

import * as z from 'zod';
import { argumentsSchema } from '../../kernel/api/mcp/tool-schemas.ts';
import type { OfferedEvent } from '../../kernel/api/mcp/events.ts';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { mcpEvents, type EventFilters } from './mcp-event.ts';

const inWorkspace = memoize(() => ({
  workspaceId: uuid(),
  teamId: uuid().optional().meta({ description: 'Only of this team.' }),
}));
const ofStory = memoize(() => ({ storyId: uuid().optional().meta({ description: 'Only of this story.' }) }));
const byAssignee = memoize(() => ({
  assigneeId: z.string().optional().meta({ description: 'Only of stories of this member, or `me`.' }),
}));
const byAgent = memoize(() => ({
  agentId: z.string().optional().meta({ description: 'Only of this service account, or `me`.' }),
}));
const byField = memoize(() => ({
  changedField: z.string().optional().meta({ description: 'Only if this field changed, such as statusId.' }),
}));

/** The schema of all filters; each event supports some of them. */
const filterSchema = memoize(() =>
  z.object({ ...inWorkspace(), ...ofStory(), ...byAssignee(), ...byAgent(), ...byField() }),
);

/** The filter schema of an event; undefined for an unknown event. */
function filtersOf(name: string): z.ZodRawShape | undefined {
  const kind = mcpEvents.get(name);
  return (
    kind && {
      ...inWorkspace(),
      ...(kind.subject === 'story' ? { ...ofStory(), ...byAssignee() } : {}),
      ...(kind.subject === 'comment' ? ofStory() : {}),
      ...(kind.subject === 'agent_session' ? { ...ofStory(), ...byAgent() } : {}),
      ...(kind.action === 'updated' ? byField() : {}),
    }
  );
}

/** Thrown for invalid arguments of an event; the message is for the client. */
export class InvalidFilters extends Error {
  override readonly name = 'InvalidFilters';
}

/** The filters in a client's arguments; undefined for an unknown event. Throws InvalidFilters. */
export function parseFilters(name: string, args: Record<string, unknown>): EventFilters | undefined {
  const filters = filtersOf(name);
  if (!filters) return undefined;
  const { data, error } = z.strictObject(filters).safeParse(args);
  if (error) {
    throw new InvalidFilters(
      error.issues.map(({ path, message }) => `arguments.${path.join('.')}: ${message}`).join('; '),
    );
  }
  return filterSchema().parse(data);
}

const payload = memoize(() =>
  z.object({
    actor: z.object({
      ...actorSchema().shape,
      self: z.boolean().meta({ description: 'Whether it was the connected user.' }),
    }),
    resource: z.record(z.string(), z.unknown()).meta({ description: 'As the API shows it.' }),
    changes: z
      .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
      .optional()
      .meta({ description: 'Of updates.' }),
  }),
);

/** The events as clients list them. */
export const offeredEvents = (): OfferedEvent[] => {
  const payloadSchema = argumentsSchema(payload().shape);
  return [...mcpEvents].map(([name, { description }]) => ({
    name,
    description,
    delivery: ['webhook', 'poll'],
    inputSchema: argumentsSchema(filtersOf(name)!),
    payloadSchema,
  }));
};

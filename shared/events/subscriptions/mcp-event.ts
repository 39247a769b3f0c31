import type { Actor } from '../../kernel/core/actor.ts';
import { legibleJson } from '../../kernel/core/legible.ts';
import type { FieldChange } from '../../kernel/log/event.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import type { EventKind, EventSubject } from '../webhooks/webhook.ts';

/** The fields of the text of an event in the log. */
export interface McpSourceEvent {
  id: string;
  type: string;
  timestamp: string;
  teamId: string | null;
  actor: Actor;
  data: Record<string, unknown>;
  changes?: FieldChange[];
}

/** The filters of a client's events, within the workspace. */
export interface EventFilters {
  workspaceId: string;
  teamId?: string | undefined;
  storyId?: string | undefined;
  /** A member, or `me`. */
  assigneeId?: string | undefined;
  changedField?: string | undefined;
  /** A service account, or `me`. */
  agentId?: string | undefined;
}

/** An event that AI clients can receive. */
interface McpEventKind {
  /** The type of the logged event that it is derived from. */
  type: EventKind;
  description: string;
  subject: EventSubject;
  action: 'created' | 'updated' | 'deleted' | 'completed';
  /** Whether a logged event of that type qualifies. */
  isOne?: (event: McpSourceEvent) => boolean;
}

const actions = ['created', 'updated', 'deleted'] as const;

const isCompletion = ({ changes = [] }: McpSourceEvent): boolean =>
  changes.some(({ field, from, to }) => field === 'completedAt' && from === null && to !== null);

/** The events that AI clients can receive, by name. */
export const mcpEvents: ReadonlyMap<string, McpEventKind> = new Map<string, McpEventKind>([
  [
    'story.completed',
    {
      type: 'story.updated',
      description: 'A story was finished: it entered a completed status.',
      subject: 'story',
      action: 'completed',
      isOne: isCompletion,
    },
  ],
  ...nounsWith('events')
    .filter(({ events }) => events.clients !== 'none')
    .flatMap(({ name: subject, events: { clients } }) =>
      actions.map((action): [string, McpEventKind] => {
        const type: EventKind = `${subject}.${action}`;
        return [type, { type, description: `${clients} was ${action}.`, subject, action }];
      }),
    ),
]);

/** An event as a client receives it. */
export interface McpEvent {
  eventId: string;
  name: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** An event of the log as a member receives it under a name; undefined if it is not one, or filters exclude it. */
export function toMcpEvent(
  name: string,
  event: McpSourceEvent,
  filters: EventFilters,
  memberId: string,
): McpEvent | undefined {
  const kind = mcpEvents.get(name);
  if (!kind || event.type !== kind.type || kind.isOne?.(event) === false) return undefined;
  if (!passes(event, filters, memberId)) return undefined;
  const { id, timestamp, actor, data, changes } = event;
  return {
    eventId: id,
    name,
    timestamp,
    data: {
      actor: { ...actor, self: actor.id === memberId },
      resource: legibleJson(data),
      ...(changes ? { changes: legibleJson(changes) } : {}),
    },
  };
}

function passes(
  { type, teamId, data, changes = [] }: McpSourceEvent,
  filters: EventFilters,
  memberId: string,
): boolean {
  const { agentId, assigneeId, changedField, storyId } = filters;
  if (filters.teamId !== undefined && filters.teamId !== teamId) return false;
  const story = type.startsWith('story.') ? data['id'] : data['storyId'];
  if (storyId !== undefined && storyId !== story) return false;
  const assignee = assigneeId === 'me' ? memberId : assigneeId;
  if (assignee !== undefined && assignee !== data['assigneeId']) return false;
  const agent = agentId === 'me' ? memberId : agentId;
  if (agent !== undefined && agent !== (data['agent'] as { id: string }).id) return false;
  return changedField === undefined || changes.some(({ field }) => field === changedField);
}

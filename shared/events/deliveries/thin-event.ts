import type { FieldChange, WebhookEvent } from '../../kernel/log/event.ts';

/** What an event has that a thin one leaves out: all values of the resource. */
interface Values {
  data: unknown;
  changes?: readonly FieldChange[];
  truncated?: unknown;
}

/** The resource of events that are called after something else. */
const resources: Readonly<Record<string, string>> = { schedule: 'story' };

/**
 * The body of an event for an endpoint with thin payloads: which resource it is about and which of its fields changed,
 * without any of their values. Its receiver reads the resource with rights of its own.
 */
export function thinBody({
  type,
  subjectId,
  body,
}: Pick<WebhookEvent, 'type' | 'subjectId' | 'body'>): string {
  const { data: _, changes = [], truncated: __, ...envelope } = JSON.parse(body) as Values;
  const subject = type.slice(0, type.indexOf('.'));
  return JSON.stringify({
    ...envelope,
    resource: { type: resources[subject] ?? subject, id: subjectId },
    fields: changes.map(({ field }) => field),
  });
}

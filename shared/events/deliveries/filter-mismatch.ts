import type { FieldChange, WebhookEvent } from '../../kernel/log/event.ts';
import type { FindCategory } from '../../identity/status/find-categories.ts';
import { filterNames, type EventFilter } from '../webhooks/event-filter.ts';

interface Content {
  data: Record<string, unknown>;
  changes?: FieldChange[];
}

/** The reason why an endpoint's filters exclude an event, or undefined if they do not. */
export async function filterMismatch(
  { type, body }: Pick<WebhookEvent, 'type' | 'body'>,
  filter: EventFilter,
  findCategory: FindCategory,
): Promise<string | undefined> {
  if (filterNames.every((name) => filter[name] === null)) return undefined;
  const { data, changes } = JSON.parse(body) as Content;
  const excluded = (name: string) => `The endpoint's filter by ${name} excludes the event.`;
  const { labelIds, statusCategories, assigneeIds, agentIds, changedFields } = filter;
  if (changedFields && changes && !changes.some(({ field }) => changedFields.includes(field)))
    return excluded('changed field');
  if (type.startsWith('agent_session.') && agentIds && !agentIds.includes(agentIn(data)))
    return excluded('agent');
  if (!type.startsWith('story.')) return undefined;
  /** The values of a field before and after the change. */
  const valuesOf = (field: string): unknown[] => [
    data[field],
    ...(changes ?? []).filter((change) => change.field === field).map(({ from }) => from),
  ];
  if (labelIds && !valuesOf('labels').some((ids) => labelIds.some((id) => (ids as string[]).includes(id))))
    return excluded('label');
  if (assigneeIds && !valuesOf('assigneeId').some((id) => assigneeIds.includes(id as string)))
    return excluded('assignee');
  if (!statusCategories) return undefined;
  const categories = await Promise.all(valuesOf('statusId').map((id) => findCategory(id as string)));
  return categories.some((one) => one && statusCategories.includes(one))
    ? undefined
    : excluded('status category');
}

/** The id of the agent whose session an event is about. */
const agentIn = (data: Record<string, unknown>): string => (data['agent'] as { id: string }).id;

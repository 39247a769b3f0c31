import type { WebhookEvent } from '../../kernel/log/event.ts';

/**
 * An event as a CloudEvent in JSON. Its data is the body that webhooks get, byte for byte.
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
 */
export function toCloudEvent({ id, type, workspaceId, subjectId, body }: WebhookEvent): string {
  const { timestamp } = JSON.parse(body) as { timestamp: string };
  const attributes = JSON.stringify({
    specversion: '1.0',
    id,
    source: `/api/v1/workspaces/${workspaceId}`,
    type,
    subject: subjectId,
    time: timestamp,
    datacontenttype: 'application/json',
  });
  return `${attributes.slice(0, -1)},"data":${body}}`;
}

import type { buildApp } from 'fauxqs';
import QuickLRU from 'quick-lru';
import type { QueueMessage } from './record.ts';

/** The minimum number of bodies that are cached; messages whose bodies have been evicted belong to no tenant. */
const BODIES_MAX = 100_000;

interface SentMessage {
  MessageBody?: string;
  MessageGroupId?: string;
  Entries?: SentMessage[];
}

/**
 * Adds to the engine what it lacks of fair queues: messages of standard queues keep the tenant (MessageGroupId) that they
 * were sent with. They are recognized by their bodies, since the engine names a message only after it may be received.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export function keepTenants(app: Pick<ReturnType<typeof buildApp>, 'addHook'>): void {
  const tenants = new QuickLRU<string, string>({ maxSize: BODIES_MAX });
  app.addHook('preHandler', (request, _reply, done) => {
    const sent = (request.body ?? {}) as SentMessage;
    for (const { MessageBody, MessageGroupId } of sent.Entries ?? [sent]) {
      if (MessageBody === undefined || MessageGroupId === undefined) continue;
      tenants.set(MessageBody, MessageGroupId);
    }
    done();
  });
  app.addHook('preSerialization', (_request, _reply, payload: { Messages?: QueueMessage[] }, done) => {
    const named = payload.Messages?.map((message) => {
      const MessageGroupId = tenants.get(message.Body);
      return MessageGroupId === undefined
        ? message
        : { ...message, Attributes: { ...message.Attributes, MessageGroupId } };
    });
    done(null, named ? { ...payload, Messages: named } : payload);
  });
}

import type { buildApp } from 'fauxqs';
import type { QueueMessage } from './record.ts';

/** The attribute by which the engine stores a trace; SQS has it among its own. */
const TRACE = 'AWSTraceHeader';

type Attributes = NonNullable<QueueMessage['MessageAttributes']>;

interface SentMessage {
  MessageBody?: string;
  MessageAttributes?: Attributes;
  Entries?: SentMessage[];
}

/**
 * Adds to the engine that messages keep the X-Ray trace header of the call that sent them, as the system attribute
 * AWSTraceHeader. The checksum of a message's own attributes is left out where there is a trace.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function keepTraces(app: Pick<ReturnType<typeof buildApp>, 'addHook'>): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const trace = request.headers['x-amzn-trace-id'];
    const sent = (request.body ?? {}) as SentMessage;
    for (const message of typeof trace === 'string' ? (sent.Entries ?? [sent]) : []) {
      if (message.MessageBody === undefined) continue;
      const stored = { [TRACE]: { DataType: 'String', StringValue: String(trace) } };
      message.MessageAttributes = { ...message.MessageAttributes, ...stored };
    }
    done();
  });
  app.addHook('preSerialization', (_request, _reply, payload: { Messages?: QueueMessage[] }, done) => {
    done(null, payload.Messages ? { ...payload, Messages: payload.Messages.map(withTrace) } : payload);
  });
}

function withTrace(message: QueueMessage): QueueMessage {
  const { [TRACE]: trace, ...own } = message.MessageAttributes ?? {};
  if (trace?.StringValue === undefined) return message;
  const { MD5OfMessageAttributes: _, ...rest } = message;
  return {
    ...rest,
    Attributes: { ...message.Attributes, [TRACE]: trace.StringValue },
    MessageAttributes: own,
  };
}

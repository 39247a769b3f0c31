import { jsonErrorCode, type ArnParts, type DestinationKind } from './destination-kind.ts';
import { endpointOf } from './partition.ts';

const ATTRIBUTE = 'String';

/** Sends a message; in a FIFO queue, events of one resource stay in order and retries are not repeated, but redeliveries are. */
export const sqs: DestinationKind = {
  service: 'sqs',
  arn: /^arn:(?<partition>[a-z-]+):sqs:(?<region>[a-z]+(?:-[a-z]+)+-\d):(?<account>\d{12}):(?<name>[\w-]{1,80}|[\w-]{1,75}\.fifo)$/,
  example: 'arn:aws:sqs:eu-central-1:111122223333:plotline-events',
  urlPath: (_destination, parts) => pathOf(parts),
  action: 'sqs:SendMessage',
  resource: ({ arn }) => arn,
  call: ({ region }, parts, { event: { id, type, subjectId }, cloudEvent, round }) => ({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessage' },
    body: JSON.stringify({
      QueueUrl: `https://${endpointOf('sqs', region)}${pathOf(parts)}`,
      MessageBody: cloudEvent.replaceAll(/[\ufffe\uffff]/g, escaped),
      MessageAttributes: {
        'content-type': { DataType: ATTRIBUTE, StringValue: 'application/cloudevents+json' },
        'ce-id': { DataType: ATTRIBUTE, StringValue: id },
        'ce-type': { DataType: ATTRIBUTE, StringValue: type },
      },
      ...(parts.name.endsWith('.fifo')
        ? { MessageGroupId: subjectId, MessageDeduplicationId: round === 0 ? id : `${id}-${round}` }
        : {}),
    }),
  }),
  errorCode: jsonErrorCode,
};

const pathOf = ({ account, name }: ArnParts): string => `/${account}/${name}`;

/** The two characters that JSON leaves as they are, but SQS refuses, as JSON may write them too. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

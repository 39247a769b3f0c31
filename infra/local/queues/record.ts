/** A message as returned by ReceiveMessage. */
export type QueueMessage = {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  MD5OfMessageAttributes?: string;
  Attributes?: Record<string, string>;
  MessageAttributes?: Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>;
};

/**
 * A message as Lambda passes it to the function.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event
 */
export type QueueRecord = {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: Record<string, string>;
  messageAttributes: Record<string, object>;
  md5OfBody: string;
  md5OfMessageAttributes?: string;
  eventSource: 'aws:sqs';
  eventSourceARN: string;
  awsRegion: string;
};

/** Converts a received message to a record. */
export function toQueueRecord(
  message: QueueMessage,
  { arn, region }: { arn: string; region: string },
): QueueRecord {
  const { MD5OfMessageAttributes: md5OfMessageAttributes } = message;
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(
        ([name, { DataType: dataType, StringValue: stringValue, BinaryValue: binaryValue }]) => [
          name,
          {
            ...(stringValue !== undefined && { stringValue }),
            ...(binaryValue !== undefined && { binaryValue }),
            stringListValues: [],
            binaryListValues: [],
            dataType,
          },
        ],
      ),
    ),
    md5OfBody: message.MD5OfBody,
    ...(md5OfMessageAttributes !== undefined && { md5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: region,
  };
}

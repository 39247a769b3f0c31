import { jsonErrorCode, parsed, type DestinationKind } from './destination-kind.ts';

/** Puts an event on a bus, where rules match its source `plotline`, its type and its detail, the CloudEvent. */
export const eventbridge: DestinationKind = {
  service: 'events',
  arn: /^arn:(?<partition>[a-z-]+):events:(?<region>[a-z]+(?:-[a-z]+)+-\d):(?<account>\d{12}):event-bus\/(?<name>[\w./-]{1,256})$/,
  example: 'arn:aws:events:eu-central-1:111122223333:event-bus/default',
  urlPath: () => '/',
  action: 'events:PutEvents',
  resource: ({ arn }) => arn,
  call: ({ arn }, _parts, { event: { type }, cloudEvent }) => ({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' },
    body: JSON.stringify({
      Entries: [
        {
          EventBusName: arn,
          Source: 'plotline',
          DetailType: type,
          Detail: cloudEvent,
          Time: Math.floor(Date.parse((JSON.parse(cloudEvent) as { time: string }).time) / 1000),
        },
      ],
    }),
  }),
  // A refused entry is reported in an answer of status 200.
  errorCode: (response) => {
    const [entry] = (parsed(response.body)['Entries'] as { ErrorCode?: string }[] | undefined) ?? [];
    return jsonErrorCode(response) ?? entry?.ErrorCode;
  },
};

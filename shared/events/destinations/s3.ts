import { hash } from 'node:crypto';
import { eventTime } from '../../kernel/log/event.ts';
import { xmlErrorCode, type DestinationKind } from './destination-kind.ts';

/** Creates an object for each event, in a folder for each day; a retry replaces it with the same bytes. */
export const s3: DestinationKind = {
  service: 's3',
  arn: /^arn:(?<partition>[a-z-]+):s3:::(?<name>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/,
  example: 'arn:aws:s3:::acme-plotline-events',
  urlPath: ({ prefix }, { name }) => `/${name}/${prefix ?? ''}`,
  action: 's3:PutObject',
  resource: ({ arn, prefix }) => `${arn}/${prefix ?? ''}*`,
  call: ({ prefix, roleArn }, { name }, { event: { id }, cloudEvent }) => ({
    method: 'PUT',
    path: `/${name}/${prefix ?? ''}${dayOf(id)}/${id}.json`,
    headers: {
      'content-type': 'application/cloudevents+json',
      'x-amz-content-sha256': hash('sha256', cloudEvent),
      // A bucket that was deleted may be someone else's now: names of buckets are free again.
      'x-amz-expected-bucket-owner': roleArn.split(':')[4]!,
    },
    body: cloudEvent,
  }),
  errorCode: xmlErrorCode,
};

/** The day of an event as folders, `2026/11/26`. */
const dayOf = (eventId: string): string =>
  new Date(eventTime(eventId)).toISOString().slice(0, 10).replaceAll('-', '/');

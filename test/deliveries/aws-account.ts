import { randomUUID } from 'node:crypto';
import { sharedService } from '../support/service.ts';

export const ACCOUNT = '111122223333';

const post = async (path: string, body: object): Promise<void> => {
  const { status } = await fetch(`${sharedService().baseUrl}/_local/aws/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`The emulated account answered ${status}.`);
};

/** Creates or replaces a role of the emulated AWS account. */
export const putRole = (role: { arn: string; externalId: string; actions: string[] }): Promise<void> =>
  post('roles', role);

/** Has a queue, bus or bucket refuse the next requests. */
export const refuse = (refusal: { arn: string; code: string; times: number }): Promise<void> =>
  post('refusals', refusal);

/** What has arrived at a queue, bus or bucket, the latest first, with what its sender's session may do. */
export async function receivedAt(arn: string): Promise<{ content: any; sessionPolicy: unknown }[]> {
  const answer = await fetch(`${sharedService().baseUrl}/_local/aws.json`);
  const { arrivals } = (await answer.json()) as {
    arrivals: { arn: string; content: unknown; sessionPolicy: unknown }[];
  };
  return arrivals.filter((one) => one.arn === arn);
}

export const arrivedAt = async (arn: string): Promise<any[]> =>
  (await receivedAt(arn)).map(({ content }) => content);

/** A role and a destination of each type that no other test uses. */
export function newDestinations() {
  const name = `plotline-${randomUUID()}`;
  const roleArn = `arn:aws:iam::${ACCOUNT}:role/${name}`;
  const in_ = (service: string, what: string) => `arn:aws:${service}:eu-central-1:${ACCOUNT}:${what}`;
  return {
    roleArn,
    sqs: { type: 'sqs', arn: in_('sqs', name), roleArn },
    fifo: { type: 'sqs', arn: in_('sqs', `${name}.fifo`), roleArn },
    eventbridge: { type: 'eventbridge', arn: in_('events', `event-bus/${name}`), roleArn },
    s3: {
      type: 's3',
      arn: `arn:aws:s3:::${name}`,
      roleArn,
      region: 'eu-central-1',
      prefix: 'plotline/events/',
    },
  } as const;
}

import * as z from 'zod';
import { memoize } from '../../kernel/core/schema.ts';

/** What an endpoint of AWS can send to instead of a URL. */
const destinationTypes = ['eventbridge', 'sqs', 's3'] as const;
export type DestinationType = (typeof destinationTypes)[number];

const type = () =>
  z.enum(destinationTypes).meta({
    id: 'EventDestinationType',
    description:
      'eventbridge: an event bus. sqs: a queue, also a FIFO queue. s3: a bucket, an object for each event.',
  });

const arn = () =>
  z.string().max(300, { error: 'must be at most 300 characters' }).meta({
    description: 'The ARN of the event bus, queue or bucket.',
  });

const ROLE = /^arn:(aws|aws-us-gov|aws-cn):iam::\d{12}:role\/plotline-[\w+=,.@-]{1,55}$/;

const roleArn = () =>
  z
    .string()
    .regex(ROLE, {
      error:
        'must be the ARN of a role whose name starts with plotline-, such as arn:aws:iam::111122223333:role/plotline-events',
    })
    .meta({
      description:
        'The role that Plotline assumes to send; its name starts with `plotline-`. It may be created after the endpoint.',
    });

/** The form of a region; the partition of Plotline decides which there are. */
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

const region = () =>
  z.string().regex(REGION, { error: 'must be a region such as eu-central-1' }).meta({
    description: 'The region of a bucket, whose ARN does not say it; of others it follows from the ARN.',
  });

const prefix = () =>
  z
    .string()
    .regex(/^([\w-][\w.-]*\/)+$/, {
      error:
        'must be folders, none of which begins with a dot, that end with a slash, such as plotline/events/',
    })
    .max(200, { error: 'must be at most 200 characters' })
    .meta({ description: 'Of a bucket, the folders in which objects are created.' });

/** A destination as requests name it. */
export const destinationRequest = memoize(() =>
  z
    .strictObject({
      type: type(),
      arn: arn(),
      roleArn: roleArn(),
      region: region().optional(),
      prefix: prefix().optional(),
    })
    .meta({
      id: 'EventDestinationRequest',
      description: 'An event bus, queue or bucket of an AWS account.',
    }),
);

export type DestinationRequest = z.output<ReturnType<typeof destinationRequest>>;

/** A destination as endpoints have it. */
export const destinationSchema = memoize(() =>
  z
    .object({
      type: type(),
      arn: arn(),
      roleArn: roleArn(),
      region: region(),
      prefix: prefix().nullable(),
      externalId: z.string().meta({
        description: 'The external id that the trust policy of the role demands; each endpoint has its own.',
      }),
      principalArn: z.string().meta({
        description: 'The account of Plotline, which the trust policy of the role names as principal.',
      }),
    })
    .meta({ id: 'EventDestination', description: 'An event bus, queue or bucket of an AWS account.' }),
);

export type Destination = z.output<ReturnType<typeof destinationSchema>>;

/** A variable with the number of the account that Plotline runs in, which roles of others trust. */
export const ACCOUNT_VARIABLE = 'ACCOUNT_ID';

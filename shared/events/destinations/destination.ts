import * as z from 'zod';
import { memoize, text } from '../../kernel/core/schema.ts';

/** What an endpoint of AWS can send to instead of a URL. */
const destinationTypes = ['eventbridge', 'sqs', 's3'] as const;
export type DestinationType = (typeof destinationTypes)[number];

const type = () =>
  z.enum(destinationTypes).meta({
    id: 'EventDestinationType',
    description:
      'eventbridge: an event bus. sqs: a queue, also a FIFO queue. s3: a bucket, an object for each event.',
  });

/** The chats that an endpoint can send to instead of a URL, by their incoming webhooks. */
const chatNames = ['slack', 'teams'] as const;
export type ChatName = (typeof chatNames)[number];

const kind = () =>
  z.enum(chatNames).meta({
    id: 'ChatKind',
    description:
      'A chat: slack, or teams for Microsoft Teams. It is sent messages, one for each story and minute.',
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

/** What a destination of each sort needs, and what it may have besides. */
const needs = { aws: ['type', 'arn', 'roleArn'], chat: ['kind', 'url'] } as const;
const ofAws: readonly string[] = [...needs.aws, 'region', 'prefix'];

/** A destination as requests name it: one of AWS, with `type`, or a chat, with `kind`. */
export const destinationRequest = memoize(() =>
  z
    .strictObject({
      type: type().optional(),
      arn: arn().optional(),
      roleArn: roleArn().optional(),
      region: region().optional(),
      prefix: prefix().optional(),
      kind: kind().optional(),
      url: text({ max: 2_048 }).optional().meta({
        format: 'uri',
        description: 'Of a chat, the address of its incoming webhook. It is never shown again.',
      }),
    })
    .superRefine((given, context) => {
      const isChat = given.kind !== undefined;
      for (const name of isChat ? needs.chat : needs.aws)
        if (given[name] === undefined)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: 'is required',
            params: { code: 'required' },
          });
      const others = isChat ? ofAws : (['url'] as const);
      for (const name of others)
        if (Reflect.get(given, name) !== undefined)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: isChat ? 'is not for chats: leave it out' : 'is for chats only: send its kind',
          });
    })
    .meta({
      id: 'EventDestinationRequest',
      description:
        'An event bus, queue or bucket of an AWS account (type, arn, roleArn), or a chat (kind, url).',
    }),
);

type DestinationRequest = z.output<ReturnType<typeof destinationRequest>>;

/** What a request names of AWS, once it is checked. */
export type AwsDestinationRequest = Pick<Destination, 'type' | 'arn' | 'roleArn'> &
  Pick<DestinationRequest, 'region' | 'prefix'>;

/** A destination in AWS as endpoints have it. */
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

/** A chat as endpoints have it. */
export const chatDestinationSchema = memoize(() =>
  z
    .object({
      kind: kind(),
      url: z.string().meta({
        format: 'uri',
        description: 'The host of its address, and a fingerprint of the whole, which is a secret.',
      }),
      pagesUrl: z.string().nullable().meta({
        description: 'Where the links of messages lead: Plotline as it was addressed when the chat was set.',
      }),
    })
    .meta({ id: 'ChatDestination', description: 'A channel of a chat, by its incoming webhook.' }),
);

export type ChatDestination = z.output<ReturnType<typeof chatDestinationSchema>>;

/** The chat that an endpoint sends to; undefined for a URL or a destination of AWS. */
export const chatOf = (destination: Destination | ChatDestination | null): ChatDestination | undefined =>
  destination !== null && 'kind' in destination ? destination : undefined;

export type Destination = z.output<ReturnType<typeof destinationSchema>>;

/** A variable with the number of the account that Plotline runs in, which roles of others trust. */
export const ACCOUNT_VARIABLE = 'ACCOUNT_ID';

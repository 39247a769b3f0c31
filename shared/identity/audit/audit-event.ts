import * as z from 'zod';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { auditTypes } from '../../kernel/core/audit-types.ts';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

const subjects = [...new Set(auditTypes.map((type) => type.slice(0, type.indexOf('.'))))];

/** The patterns of a query: single types, and all types of a subject. */
export const auditPatterns = [...auditTypes, ...subjects.map((subject) => `${subject}.*`)] as [
  string,
  ...string[],
];

/** The types that patterns name. */
export const typesOf = (patterns: readonly string[]): string[] =>
  auditTypes.filter(
    (type) => patterns.includes(type) || patterns.includes(`${type.slice(0, type.indexOf('.'))}.*`),
  );

export const auditEventSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      type: z.enum(auditTypes).meta({ description: 'What was done; clients must accept new types.' }),
      timestamp: timestamp(),
      actor: actorSchema().meta({
        description:
          'Who did it, and through what. A failed sign-in is by a visitor without an id, since the person is unknown.',
      }),
      target: z
        .object({
          kind: z.string().meta({ description: 'The first part of the type.' }),
          id: uuid(),
          name: z.string().nullable().meta({ description: 'As it was then; null for private teams.' }),
        })
        .meta({ description: 'What it was done to.' }),
      changes: z
        .array(z.object({ field: z.string(), from: z.unknown().optional(), to: z.unknown().optional() }))
        .meta({
          description:
            'Fields with their values before and after; never a secret. A long value is left out, and of a URL all but its host.',
        }),
      origin: z
        .object({
          network: z.string().nullable().meta({
            description: 'The network that the request came from (/24 of IPv4, /48 of IPv6).',
          }),
          userAgent: z
            .string()
            .nullable()
            .meta({ description: 'What the client called itself; anybody can call it anything.' }),
        })
        .nullable()
        .meta({ description: 'Where the request came from; null for the service and its operator.' }),
      requestId: z.string().nullable().meta({ description: 'The X-Request-Id of the response.' }),
      credentialId: uuid().nullable().meta({ description: 'The token, key or grant that was used, if any.' }),
      count: z
        .int()
        .meta({ description: 'How often it happened: failed sign-ins of an hour are one event.' }),
      operator: z.string().nullable().meta({
        description:
          'Of acts by the command line: which operator, as the machine or PLOTLINE_OPERATOR says; null for all others.',
      }),
    })
    .meta({ id: 'AuditEvent', description: 'An administrative or security act.' }),
);

export type ShownAuditEvent = z.output<ReturnType<typeof auditEventSchema>>;

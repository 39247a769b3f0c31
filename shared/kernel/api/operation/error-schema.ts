import * as z from 'zod';
import { roles } from '../../core/caller.ts';
import { errorCodes, fieldCodes, fieldPlaces, type ErrorCode } from '../../core/errors.ts';
import { memoize } from '../../core/schema.ts';

/** One entry of `error.fields`. */
const fieldErrorSchema = memoize(() =>
  z
    .object({
      in: z.enum(fieldPlaces).meta({ description: 'The part of the request.' }),
      path: z.string().meta({
        description:
          'The field or parameter in that part, such as title or labels.0; empty for the whole body.',
      }),
      code: z.enum(fieldCodes).meta({ description: 'What is wrong with it.' }),
      message: z.string().meta({ description: 'What is wrong, in words that follow the name of the field.' }),
    })
    .meta({ id: 'FieldError', description: 'One invalid part of a request.' }),
);

const errorCodeSchema = memoize(() =>
  z
    .enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
    .meta({ id: 'ErrorCode', description: 'The current codes; clients must accept new ones.' }),
);

/** The schema of an error: the `error` of the envelope and of an item of a bulk request. */
export const errorDetailsSchema = memoize(() =>
  z
    .object({
      code: errorCodeSchema(),
      message: z.string().meta({ description: 'What is wrong, for people.' }),
      hint: z.string().meta({ description: 'What to do next, and which operation to read about.' }),
      requestId: z
        .string()
        .meta({ description: 'Identifies the request in our logs; the same as in the X-Request-Id header.' }),
      fields: z
        .array(fieldErrorSchema())
        .optional()
        .meta({ description: 'With 400: the invalid parts of the request, at most 50.' }),
      missingScopes: z
        .array(z.string())
        .optional()
        .meta({ description: 'With insufficient_scope: the scopes that the credential lacks.' }),
      requiredRole: z
        .enum(roles)
        .optional()
        .meta({ description: 'With insufficient_role: the minimum role.' }),
      quota: z.string().optional().meta({ description: 'With quota_exceeded: the name of the quota.' }),
      limit: z.int().optional().meta({ description: 'With quota_exceeded: the maximum.' }),
      resourceId: z.string().optional().meta({
        description:
          'With idempotency_key_reused: the id of the resource that the first request with the key created or changed. With conflict: the id of the story that has the externalId.',
      }),
      currentUpdatedAt: z.iso.datetime().nullable().optional().meta({
        description: 'With version_conflict: the current version; null for working hours that are not set.',
      }),
      changedFields: z.array(z.string()).optional().meta({
        description:
          'With version_conflict: the fields of the request whose current value differs from the one sent.',
      }),
      holder: z
        .object({ kind: z.string(), id: z.string(), name: z.string() })
        .optional()
        .meta({ description: 'With claimed, and claim_lost if another claim holds: who has the story.' }),
      expiresAt: z.iso
        .datetime()
        .optional()
        .meta({ description: 'With holder: when the lease ends, unless it is renewed.' }),
    })
    .meta({ id: 'ErrorDetails', description: 'What went wrong, and what to do about it.' }),
);

/** The envelope of every error. */
export const errorEnvelopeSchema = memoize(() =>
  z
    .object({ data: z.null(), error: errorDetailsSchema() })
    .meta({ id: 'ErrorEnvelope', description: 'The envelope of every error.' }),
);

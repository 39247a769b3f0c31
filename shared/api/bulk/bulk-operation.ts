import * as z from 'zod';
import { uuid } from '../../core/schema.ts';
import { errorDetailsSchema } from '../operation/error-schema.ts';
import type { BulkOperation, ResourceOperation } from '../operation/operation-kinds.ts';

/** Maximum number of items in a bulk request. */
export const BULK_MAX_ITEMS = 100;

interface BulkDeclaration {
  id: string;
  method: 'POST' | 'PATCH';
  path: string;
  summary: string;
  description: string;
  of: ResourceOperation;
  /** The name of its schemas in the OpenAPI document. */
  name: string;
}

/** Runs up to 100 calls of another operation in one request, each with its own outcome. */
export function bulkOperation({ of, name, ...declared }: BulkDeclaration): BulkOperation {
  const { workspaceId, ...parameters } = of.input.path.shape as Record<string, z.ZodType>;
  const key = z
    .string()
    .min(16)
    .max(255)
    .regex(/^[!-~]+$/);
  const item = z.strictObject({
    ...parameters,
    idempotencyKey: of.idempotency === 'required' ? key : key.optional(),
    body: of.input.body!,
  });
  /** The outer request validates only which fields an item has, not their values. */
  const looseItem = z.strictObject({
    ...Object.fromEntries(Object.keys(parameters).map((name) => [name, z.unknown().optional()])),
    idempotencyKey: z.string().optional(),
    body: z.unknown().optional(),
  });
  const items = <T extends z.ZodType>(entry: T) =>
    z
      .array(entry)
      .min(1, { error: 'must contain at least one item' })
      .max(BULK_MAX_ITEMS, { error: `must contain at most ${BULK_MAX_ITEMS} items` });
  const outcome = z
    .object({
      httpStatus: z.int().meta({
        description: `${of.status},${of.mayExist ? ' 200 for what existed already,' : ''} or the status of the error.`,
      }),
      replayed: z
        .boolean()
        .meta({ description: 'Whether an earlier request with the same key already did this.' }),
      id: uuid().nullable().meta({
        description: 'The id of the resource; if the item was refused, the id in the item, or null.',
      }),
      data: of.output.optional().meta({
        description:
          'The resource. Absent if the item was refused, or if the response would exceed 4 MB; in that case, get it by its id.',
      }),
      error: errorDetailsSchema
        .optional()
        .meta({ description: 'Why the item was refused; absent if it was carried out.' }),
    })
    .meta({ id: `${name}Item`, description: 'The outcome of one item.' });
  return {
    kind: 'bulk',
    ...declared,
    tag: of.tag,
    scopes: of.scopes,
    principals: of.principals.filter((kind) => kind !== 'oauth'),
    role: of.role,
    teamRestricted: of.teamRestricted,
    preview: false,
    deprecation: of.deprecation,
    status: 200,
    input: {
      path: z.strictObject({ workspaceId: workspaceId! }),
      query: z.strictObject({}),
      body: z.strictObject({ items: items(item) }).meta({ id: `${name}Request` }),
    },
    output: z.object({ items: z.array(outcome) }).meta({ id: `${name}Outcome` }),
    paged: false,
    idempotency: 'none',
    errors: [],
    of,
    envelope: z.strictObject({ items: items(looseItem) }),
  };
}

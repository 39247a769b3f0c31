import * as z from 'zod';
import { memoize, uuid } from '../../core/schema.ts';
import { errorDetailsSchema } from '../operation/error-schema.ts';
import { inputOf } from '../operation/operation.ts';
import { isProposable, proposalReference } from '../operation/proposable.ts';
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
  /** The name of the operation's schemas in the OpenAPI document. */
  name: string;
}

/** Runs up to 100 calls of another operation in one request, each with its own outcome. */
export function bulkOperation({ of, name, ...declared }: BulkDeclaration): BulkOperation {
  const output = memoize(() =>
    z.object({ items: z.array(outcomeSchema(of, name)) }).meta({ id: `${name}Outcome` }),
  );
  const envelope = memoize(() => envelopeSchema(of));
  return {
    kind: 'bulk',
    ...declared,
    tag: of.tag,
    scopes: of.scopes,
    principals: of.principals.filter((kind) => kind !== 'oauth'),
    role: of.role,
    teamRestricted: of.teamRestricted,
    cost: of.cost,
    readOnly: false,
    isDirect: of.isDirect,
    preview: false,
    deprecation: of.deprecation,
    status: 200,
    input: inputOf({
      path: () => z.strictObject({ workspaceId: uuid() }),
      query: () => z.strictObject({}),
      body: () => requestSchema(of).meta({ id: `${name}Request` }),
    }),
    get output() {
      return output();
    },
    paged: false,
    idempotency: 'none',
    errors: [],
    of,
    get envelope() {
      return envelope();
    },
  };
}

/** The path parameters of the single operation that an item has in addition to its body. */
function parametersOf(of: ResourceOperation): Record<string, z.ZodType> {
  const { workspaceId: _, ...parameters } = of.input.path.shape as Record<string, z.ZodType>;
  return parameters;
}

const items = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .min(1, { error: 'must contain at least one item' })
    .max(BULK_MAX_ITEMS, { error: `must contain at most ${BULK_MAX_ITEMS} items` });

function requestSchema(of: ResourceOperation) {
  const key = z
    .string()
    .min(16)
    .max(255)
    .regex(/^[!-~]+$/);
  const item = z.strictObject({
    ...parametersOf(of),
    idempotencyKey: of.idempotency === 'required' ? key : key.optional(),
    body: of.input.body!,
  });
  return z.strictObject({ items: items(item) });
}

/** The outer request, of which only the fields of an item are validated, not their values. */
function envelopeSchema(of: ResourceOperation) {
  const looseItem = z.strictObject({
    ...Object.fromEntries(Object.keys(parametersOf(of)).map((name) => [name, z.unknown().optional()])),
    idempotencyKey: z.string().optional(),
    body: z.unknown().optional(),
  });
  return z.strictObject({ items: items(looseItem) });
}

function outcomeSchema(of: ResourceOperation, name: string) {
  return z
    .object({
      httpStatus: z.int().meta({
        description: `${of.status},${of.mayExist ? ' 200 for what existed already,' : ''} 202 for what is proposed, or the status of the error.`,
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
      ...(isProposable(of)
        ? {
            proposal: proposalReference()
              .optional()
              .meta({ description: 'The proposal of an item that is only proposed.' }),
          }
        : {}),
      error: errorDetailsSchema()
        .optional()
        .meta({ description: 'Why the item was refused; absent if it was carried out.' }),
    })
    .meta({ id: `${name}Item`, description: 'The outcome of one item.' });
}

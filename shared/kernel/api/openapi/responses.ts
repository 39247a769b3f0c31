import type * as z from 'zod';
import type { JsonSchema } from '../../core/json-schema.ts';
import { evaluated } from '../../core/schema.ts';
import { deletedSchema } from '../operation/operation.ts';
import { isProposable, proposalReference } from '../operation/proposable.ts';
import type { Operation, ResourceOperation } from '../operation/operation-kinds.ts';
import { referredName, schemaReference, type Collector, type SchemaCollector } from './schemas.ts';

/** The successful answers of an operation, by status. */
export function successResponses(
  operation: Operation,
  schemas: SchemaCollector,
  responses: Collector,
): Record<string, JsonSchema> {
  const output = schemas.convert(operation.output, 'output');
  const isBare = operation.kind === 'public' && !operation.envelope;
  const isPage = operation.kind === 'publicRead';
  const isRead = operation.kind === 'resource' && operation.method === 'GET';
  const schema = isBare ? output : enveloped(output, operation, schemas);
  const response: JsonSchema = {
    description: meaning(output, operation, schemas),
    headers: {
      'X-Request-Id': header('RequestId'),
      ...(operation.kind === 'resource' ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
      ...(isPage || (operation.kind === 'resource' && operation.output !== deletedSchema())
        ? { ETag: header('ETag') }
        : {}),
      ...(operation.deprecation ? announcement : {}),
    },
    content: {
      'application/json': { schema },
      ...(isPage ? { 'text/html': { schema: { type: 'string' } } } : {}),
      ...((operation.kind === 'resource' || operation.kind === 'list') && operation.picture
        ? { 'image/svg+xml': { schema: { type: 'string' } } }
        : {}),
    },
  };
  // Other operations with the same response have no announcement.
  const name = operation.deprecation ? undefined : referredName(schema);
  const success = name ? responses.name(name, response) : response;
  return {
    [operation.status]: success,
    ...(operation.kind === 'resource' && operation.mayExist ? { 200: success } : {}),
    ...(operation.kind === 'resource' && operation.accepted
      ? { 202: acceptedResponse(operation.accepted(), operation, schemas, responses) }
      : {}),
    ...(isProposable(operation) ? { 202: proposedResponse(schema, schemas, responses) } : {}),
    ...(isRead ? { 304: responses.name('NotModified', notModified) } : {}),
    ...(isPage ? publicReadResponses : {}),
  };
}

/** The answer to a credential that only proposes: what would be, with the proposal that waits. */
function proposedResponse(schema: JsonSchema, schemas: SchemaCollector, responses: Collector): JsonSchema {
  const direct = referredName(schema)!;
  const name = `Proposed${direct}`;
  const proposal = schemas.convert(proposalReference(), 'output');
  const { required, properties } = schemas.components[direct] as { required: string[]; properties: object };
  const proposed = schemas.name(name, {
    type: 'object',
    required: [...required, 'proposal'],
    properties: {
      ...properties,
      proposal: { ...proposal, description: 'The proposal that waits for someone to accept it.' },
    },
  });
  return responses.name(name, {
    description: 'Proposed: nothing is changed until someone accepts it.',
    headers: {
      'X-Request-Id': header('RequestId'),
      'Idempotent-Replayed': header('IdempotentReplayed'),
    },
    content: { 'application/json': { schema: proposed } },
  });
}

/** The answer of an operation that goes on in a job. */
function acceptedResponse(
  data: z.ZodType,
  { id }: Operation,
  schemas: SchemaCollector,
  responses: Collector,
): JsonSchema {
  const name = `${id[0]!.toUpperCase()}${id.slice(1)}AcceptedResponse`;
  const schema = schemas.name(name, {
    type: 'object',
    required: ['data'],
    properties: { data: schemas.convert(data, 'output') },
  });
  return responses.name(name, {
    description: 'Accepted: it goes on in the background, and `getJob` says how far it is.',
    headers: {
      'X-Request-Id': header('RequestId'),
      'Idempotent-Replayed': header('IdempotentReplayed'),
    },
    content: { 'application/json': { schema } },
  });
}

const secretOf = (operation: Operation): ResourceOperation['secret'] =>
  operation.kind === 'resource' ? operation.secret : null;

const header = (name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` });

/** The headers of a deprecated operation (shared/kernel/api/operation/deprecation.ts). */
const announcement: Record<string, JsonSchema> = {
  Deprecation: {
    description: 'When it was deprecated: `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'From when it may be gone (RFC 8594).', schema: { type: 'string' } },
  Link: {
    description: 'Where to read about it: relations `deprecation` and `sunset`.',
    schema: { type: 'string' },
  },
};

/**
 * The headers of every response to a caller whose credential is valid. The document has them on errors and says once
 * that all have them.
 */
export const rateLimitHeaderSchemas: Record<string, JsonSchema> = {
  'RateLimit-Policy': header('RateLimitPolicy'),
  RateLimit: header('RateLimit'),
};

/**
 * The envelope as a named schema: named after the resource and what comes with it, otherwise after the operation. Names
 * such as `SearchResponse` are left to generators, which give them to what an operation returns.
 */
function enveloped(data: JsonSchema, operation: Operation, schemas: SchemaCollector): JsonSchema {
  const { id, paged } = operation;
  const secret = secretOf(operation);
  const included = includedSchema(operation, data, schemas);
  const what = referredName(data) ?? `${id[0]!.toUpperCase()}${id.slice(1)}Result`;
  const name = `${what}${secret === null ? '' : secretName(secret)}${included ? 'WithIncluded' : ''}`;
  const hasPage = paged || (operation.kind === 'publicRead' && operation.containsPage);
  const total = operation.kind === 'resource' ? operation.total : undefined;
  const meta = hasPage ? schemaReference('PageMeta') : total === undefined ? undefined : totalMeta(total);
  return schemas.name(`${name}${paged ? 'ListResponse' : 'Response'}`, {
    type: 'object',
    required: meta ? ['data', 'meta'] : ['data'],
    properties: {
      data: paged ? { type: 'array', items: data } : data,
      ...(meta ? { meta } : {}),
      ...(secret === null
        ? {}
        : { [secret.name]: secret.schema ? schemas.convert(secret.schema(), 'output') : shownOnce }),
      ...included,
    },
  });
}

/** Secrets are alike, whatever the member that has them is called; other members are named. */
const secretName = ({ name, schema }: NonNullable<ResourceOperation['secret']>): string =>
  `With${schema ? name[0]!.toUpperCase() + name.slice(1) : 'Secret'}`;

const totalMeta = (description: string): JsonSchema => ({
  type: 'object',
  description: 'What is said of all groups.',
  required: ['total'],
  properties: { total: { type: 'integer', description } },
});

/** The member `included`, of an operation that has includes. */
function includedSchema(
  operation: Operation,
  data: JsonSchema,
  schemas: SchemaCollector,
): { included: JsonSchema } | undefined {
  const includes = operation.kind === 'resource' || operation.kind === 'list' ? operation.includes : {};
  const names = Object.keys(includes);
  if (names.length === 0) return undefined;
  const items = (name: string) => schemas.convert(evaluated(includes[name]!.schema)(), 'output');
  // Some are only for lists.
  const isOfList = Object.values(includes).some(({ byId }) => byId);
  const included = schemas.name(`${referredName(data)}${isOfList ? 'List' : ''}Included`, {
    type: 'object',
    description:
      'The resources that `data` refers to, each once, by the values of `include`. Resources that the caller cannot see are left out.',
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        includes[name]!.byId
          ? {
              type: 'object',
              description: 'By the id of what it is about.',
              additionalProperties: items(name),
            }
          : { type: 'array', items: items(name) },
      ]),
    ),
  });
  return { included };
}

const shownOnce: JsonSchema = {
  type: 'string',
  description: 'The secret, in the first response only. It is not stored and not repeated in replays.',
};

/** The description of a response: its type, and the description of that type. */
function meaning(output: JsonSchema, operation: Operation, { components }: SchemaCollector): string {
  const secret = secretOf(operation);
  const resource = referredName(output);
  const page = operation.kind === 'publicRead' ? ' Browsers get an HTML page.' : '';
  if (operation.paged) {
    const items = resource ? `\`${resource}\` objects` : 'results';
    return `A page of ${items}, and in \`meta\` the cursor of the next one.${page}`;
  }
  const described = resource && (components[resource]?.['description'] as string | undefined);
  const what = described ? `: ${described[0]!.toLowerCase()}${described.slice(1)}` : '.';
  const data = resource ? `\`data\` is the \`${resource}\`${what}` : '`data` is the result.';
  return `${data}${secret === null ? '' : secretMeaning(secret)}${page}`;
}

const secretMeaning = ({ name, schema }: NonNullable<ResourceOperation['secret']>): string =>
  schema ? ` \`${name}\` is in the first response only.` : ` \`${name}\` is its secret.`;

const notModified: JsonSchema = {
  description: 'Not modified since the ETag in If-None-Match.',
  headers: { ETag: header('ETag') },
};

const publicReadResponses: Record<string, JsonSchema> = {
  302: {
    description: 'It has moved to the URL in Location.',
    headers: { Location: { schema: { type: 'string' } } },
  },
  304: notModified,
};

export const pageMetaSchema: JsonSchema = {
  type: 'object',
  description: 'Whether more items exist, and the cursor for the next page.',
  required: ['hasMore', 'nextCursor'],
  properties: {
    hasMore: { type: 'boolean' },
    nextCursor: { type: ['string', 'null'], description: 'Opaque; null on the last page.' },
    resumeCursor: {
      type: 'string',
      description:
        'Opaque; of listChanges, and of listAuditEvents with `sort=timestamp`: to continue later from here.',
    },
  },
};

export const responseHeaders: Record<string, JsonSchema> = {
  RequestId: { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before retrying.', schema: { type: 'integer' } },
  RateLimitPolicy: {
    description:
      'The rate limits that apply, each with its quota `q` of requests in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers-11).',
    schema: { type: 'string', examples: ['"credential";q=600;w=60, "workspace";q=6000;w=60'] },
  },
  RateLimit: {
    description:
      'The limit with the fewest requests left: `r` requests remain, and its window ends in `t` seconds.',
    schema: { type: 'string', examples: ['"credential";r=599;t=42'] },
  },
  ETag: { description: 'Identifies this version of the response.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: 'Set if an earlier request with the same key performed the write.',
    schema: { type: 'string', const: 'true' },
  },
};

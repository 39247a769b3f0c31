import * as z from 'zod';
import { scopes } from '../../core/scopes.ts';
import { errorResponses, errorSchemas, possibleErrors } from './errors.ts';
import { collectSchemas, type SchemaCollector } from './schemas.ts';
import { webhookItems, type DescribedEvent } from './webhooks.ts';
import { hasRights, type Operation } from '../operation/operation-kinds.ts';
import type { DescribedRoute, WebRoute } from '../operation/web-route.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

const tags: Record<string, string> = {
  Stories: 'Units of work owned by teams.',
  Workspaces: "The credential's workspace and principal.",
  Members: 'The people in a workspace.',
  Teams: 'Teams, their members and the statuses of their stories.',
  Labels: 'Tags for stories.',
  Tokens: 'Personal access tokens.',
  'Service accounts': 'Identities for programs, and their keys.',
  Objectives: 'Goals of teams.',
  'Key results': 'Numbers that measure progress towards an objective.',
  Comments: 'Discussions of stories.',
  Sprints: 'Time boxes in which a team plans to complete selected stories.',
  'Feedback portals': 'Where customers see what is planned and done, vote, and submit ideas.',
  'Public portals': 'The public parts of a feedback portal; browsers get them as pages.',
  Analysis: "Metrics of sprints, objectives and teams' work.",
  MCP: 'The same planning features for AI clients, over the Model Context Protocol.',
  Webhooks: 'Endpoints that receive events, and the delivery log.',
  System: 'Health checks and this document.',
};

const description = `Plan the work of teams: stories, sprints, objectives and feedback.

**Credentials.** Send \`Authorization: Bearer <token>\` with a personal access token (\`plt_pat_…\`) or a service-account key (\`plt_svc_…\`). Tokens are accepted in that header only. Each request is checked against the token's scopes and its owner's current role and teams.

**Lists** are sorted newest first unless stated otherwise, in pages of \`limit\` items. While \`meta.hasMore\` is true, send \`meta.nextCursor\` as \`cursor\`, with all other parameters unchanged. Lists reflect a write after a short delay, usually milliseconds; reads by id reflect it immediately.

**Retries.** A write with an \`Idempotency-Key\` can be repeated with the same key and the same bytes: it is carried out once. Keys of createStory do not expire; others are stored for 24 hours.

**Limits.** A request body is at most 64 KiB (bulk operations: 1 MiB). The gateway can return 413, 429, 500 and 503 itself, with \`{"message": …}\`.`;

/** Input for an OpenAPI document. */
export interface Described {
  operations: readonly Operation[];
  /** Only documented operations become part of it. */
  routes: readonly WebRoute[];
  events: readonly DescribedEvent[];
}

/** Generates the OpenAPI 3.1 document. Pure: equal inputs produce equal documents. */
export function openApiDocument({ operations, routes, events }: Described): JsonSchema {
  const schemas = collectSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = pathItem(operation, schemas);
  }
  for (const { id, method, path, described } of routes) {
    if (described) (paths[path] ??= {})[method.toLowerCase()] = routeItem(id, described);
  }
  const used = new Set([
    ...operations.map(({ tag }) => tag),
    ...routes.flatMap(({ described }) => described?.tag ?? []),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plotline API',
      version: '1.0.0',
      summary: 'Project planning for teams and their tools.',
      description,
      contact: { name: 'The operators of this service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'Where this document was served.' }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, text]) => ({ name, description: text })),
    paths,
    webhooks: webhookItems(events, 'Webhooks', schemas),
    components: {
      schemas: { ...errorSchemas, PageMeta: pageMeta, ...schemas.components },
      headers: commonHeaders,
      securitySchemes: {
        machineToken: {
          type: 'http',
          scheme: 'bearer',
          description: `A personal access token or service-account key. Scopes:\n\n${scopeList()}`,
        },
        mcpAccess: accessToken('/mcp', { 'mcp:access': 'Use the MCP tools as the connected user.' }),
        apiAccess: accessToken('/api/v1', { 'stories:write': 'Update stories as the connected user.' }),
      },
    },
  };
}

/** How a client obtains a token for one resource; other resources reject it. */
const accessToken = (resource: string, scopesOfIt: Record<string, string>): JsonSchema => ({
  type: 'oauth2',
  description: `An access token for ${resource}, which a user has granted to a client.`,
  flows: {
    authorizationCode: {
      authorizationUrl: '/oauth/authorize',
      tokenUrl: '/oauth/token',
      refreshUrl: '/oauth/token',
      scopes: scopesOfIt,
    },
  },
});

const securityOf = (operation: Operation): Record<string, readonly string[]>[] => {
  if (!hasRights(operation)) return [];
  const { scopes: needed, principals } = operation;
  return [{ machineToken: needed }, ...(principals.includes('oauth') ? [{ apiAccess: needed }] : [])];
};

const routeItem = (
  operationId: string,
  { tag, summary, description: text, security, requestBody, responses, errors }: DescribedRoute,
): JsonSchema => ({
  operationId,
  summary,
  description: text,
  tags: [tag],
  security,
  requestBody,
  responses: { ...errorResponses(errors), ...responses },
});

const scopeList = (): string =>
  Object.entries(scopes)
    .map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)
    .join('\n');

function pathItem(operation: Operation, schemas: SchemaCollector): JsonSchema {
  const { id, summary, tag, status, input, idempotency } = operation;
  return {
    operationId: id,
    summary,
    description: describe(operation),
    tags: [tag],
    security: securityOf(operation),
    ...(operation.preview ? { 'x-preview': 'personal access tokens' } : {}),
    parameters: [
      ...parameters(input.path, 'path', schemas),
      ...parameters(input.query, 'query', schemas),
      ...(idempotency === 'none' ? [] : [idempotencyHeader(idempotency === 'required')]),
    ],
    ...(input.body
      ? { requestBody: { required: true, content: json(schemas.convert(input.body, 'input')) } }
      : {}),
    responses: {
      [status]: success(operation, schemas),
      ...(operation.kind === 'publicRead' ? publicReadResponses : {}),
      ...errorResponses(possibleErrors(operation)),
    },
  };
}

function describe(operation: Operation): string {
  const { description: text, summary } = operation;
  return `${text || `${summary}.`}\n\n${describeAccess(operation)}`;
}

function describeAccess(operation: Operation): string {
  if (!hasRights(operation)) return 'Public: no authentication required.';
  const { scopes: needed, role, principals, preview } = operation;
  return [
    needed.length > 0 && `Required scopes: ${needed.map((scope) => `\`${scope}\``).join(', ')}.`,
    role !== 'guest' && `Minimum role: ${role}.`,
    principals.includes('serviceAccount') && 'Also available to service accounts.',
    principals.includes('oauth') && 'Also available to clients with an OAuth access token for /api/v1.',
    preview && 'Preview for personal access tokens: it may accept more kinds of principals in the future.',
  ]
    .filter(Boolean)
    .join(' ');
}

function parameters(schema: z.ZodObject, place: 'path' | 'query', schemas: SchemaCollector): JsonSchema[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, part]) => {
    const { description: text, ...converted } = schemas.convert(part, 'input');
    return {
      name,
      in: place,
      required: place === 'path' || !part.safeParse(undefined).success,
      ...(text ? { description: text } : {}),
      schema: converted,
    };
  });
}

const idempotencyHeader = (required: boolean): JsonSchema => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description: 'Unique per operation; use the same key to retry a request.',
  schema: { type: 'string', pattern: '^[!-~]+$', minLength: 16, maxLength: 255 },
});

function success(operation: Operation, schemas: SchemaCollector): JsonSchema {
  const output = schemas.convert(operation.output, 'output');
  return {
    description: operation.summary,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(operation.idempotency === 'none'
        ? {}
        : { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
      ...(operation.kind === 'publicRead'
        ? { ETag: { description: 'Identifies this version of the response.', schema: { type: 'string' } } }
        : {}),
    },
    content: {
      ...json(operation.kind === 'public' && !operation.envelope ? output : envelope(output, operation)),
      ...(operation.kind === 'publicRead' ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  };
}

const envelope = (data: JsonSchema, operation: Operation): JsonSchema => ({
  type: 'object',
  required: operation.paged ? ['data', 'meta'] : ['data'],
  additionalProperties: false,
  properties: operation.paged
    ? { data: { type: 'array', items: data }, meta: { $ref: '#/components/schemas/PageMeta' } }
    : {
        data,
        ...(operation.kind === 'resource' && operation.secret ? { [operation.secret]: shownOnce } : {}),
      },
});

const shownOnce: JsonSchema = {
  type: 'string',
  description: 'The secret, in the first response only. It is not stored and not repeated in replays.',
};

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

const publicReadResponses: JsonSchema = {
  302: {
    description: 'It has moved to the URL in Location.',
    headers: { Location: { schema: { type: 'string' } } },
  },
  304: {
    description: 'Not modified since the ETag in If-None-Match.',
    headers: { ETag: { schema: { type: 'string' } } },
  },
};

const pageMeta: JsonSchema = {
  type: 'object',
  description: 'Whether more items exist, and the cursor for the next page.',
  required: ['hasMore', 'nextCursor'],
  additionalProperties: false,
  properties: {
    hasMore: { type: 'boolean' },
    nextCursor: { type: ['string', 'null'], description: 'Opaque; null on the last page.' },
  },
};

const commonHeaders = {
  RequestId: { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before retrying.', schema: { type: 'integer' } },
  IdempotentReplayed: {
    description: 'Set if an earlier request with the same key performed the write.',
    schema: { type: 'string', const: 'true' },
  },
};

import * as z from 'zod';
import { scopes } from '../../core/scopes.ts';
import { errorResponses, errorSchemas, possibleErrors } from './errors.ts';
import { collectSchemas, type SchemaCollector } from './schemas.ts';
import { webhookItems, type DescribedEvent } from './webhooks.ts';
import { hasRights, type Operation } from '../operation/operation-kinds.ts';
import type { DescribedRoute, WebRoute } from '../operation/web-route.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

const tags: Record<string, string> = {
  Stories: 'Pieces of work that teams own.',
  Workspaces: 'The workspace of a credential, and who the credential stands for.',
  Members: 'The people in a workspace.',
  Teams: 'Teams, who is in them, and the statuses of their stories.',
  Labels: 'Words to mark stories with.',
  Tokens: 'Personal access tokens.',
  'Service accounts': 'Principals for programs, and their keys.',
  Objectives: 'What teams want to reach.',
  'Key results': 'Numbers that show how far an objective has been reached.',
  Comments: 'What people say about stories.',
  Sprints: 'Spans of time in which a team sets out to finish chosen stories.',
  'Feedback portals': 'Where customers see what is planned and done, vote, and tell what they miss.',
  'Public portals': 'What anyone can read of a feedback portal; browsers get it as pages.',
  Analysis: 'How sprints, objectives and the work of teams go.',
  MCP: 'The same planning for AI clients, over the Model Context Protocol.',
  Webhooks: 'Addresses that are sent events, and what became of each delivery.',
  System: 'Whether the service runs, and this description.',
};

const description = `Plan work in teams: stories, their statuses, labels and people.

**Credentials.** Send \`Authorization: Bearer <token>\` with a personal access token (\`plt_pat_…\`) or a service-account key (\`plt_svc_…\`). A token counts in that header only. What it may do is decided at each request from its scopes and the current role and teams of whom it stands for.

**Lists** are newest first unless said otherwise, in pages of \`limit\` items. While \`meta.hasMore\` is true, send \`meta.nextCursor\` as \`cursor\`, with everything else unchanged. Lists show a write after a moment, usually milliseconds; reads by id show it at once.

**Retries.** A write that carries an \`Idempotency-Key\` can be sent again with the same key and the same bytes: it is carried out once. Keys of createStory do not expire, others are kept for 24 hours.

**Limits.** A request body is at most 64 KiB, in bulk 1 MiB. The gateway in front answers 413, 429, 500 and 503 by itself with \`{"message": …}\`.`;

/** What an OpenAPI document is made from. */
export interface Described {
  operations: readonly Operation[];
  /** Those that are described become part of it. */
  routes: readonly WebRoute[];
  events: readonly DescribedEvent[];
}

/** The OpenAPI 3.1 document of all that is described. Pure: the same gives the same document. */
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
    servers: [{ url: '/', description: 'Where this description was read.' }],
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

/** How a client comes to a token for one resource; it is nothing at another. */
const accessToken = (resource: string, scopesOfIt: Record<string, string>): JsonSchema => ({
  type: 'oauth2',
  description: `An access token for ${resource}, given by a user to a client.`,
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
  if (!hasRights(operation)) return 'Open to anyone.';
  const { scopes: needed, role, principals, preview } = operation;
  return [
    needed.length > 0 && `Scopes: ${needed.map((scope) => `\`${scope}\``).join(', ')}.`,
    role !== 'guest' && `Weakest role: ${role}.`,
    principals.includes('serviceAccount') && 'Also for service accounts.',
    principals.includes('oauth') && 'Also for clients with an OAuth access token for /api/v1.',
    preview && 'Preview for personal access tokens: the kinds of principal that it accepts may widen.',
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
  description: 'New for each thing to be done, the same when the request is sent again.',
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
        ? { ETag: { description: 'Names this state of the answer.', schema: { type: 'string' } } }
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
  description: 'The secret. It is in the first answer only, not in a replay, and is kept nowhere.',
};

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

const publicReadResponses: JsonSchema = {
  302: {
    description: 'It has another address now, to which Location leads.',
    headers: { Location: { schema: { type: 'string' } } },
  },
  304: {
    description: 'Unchanged since the ETag that If-None-Match names.',
    headers: { ETag: { schema: { type: 'string' } } },
  },
};

const pageMeta: JsonSchema = {
  type: 'object',
  description: 'Whether more items exist, and how to ask for them.',
  required: ['hasMore', 'nextCursor'],
  additionalProperties: false,
  properties: {
    hasMore: { type: 'boolean' },
    nextCursor: { type: ['string', 'null'], description: 'Opaque; null on the last page.' },
  },
};

const commonHeaders = {
  RequestId: { description: 'Names this request in the logs.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  IdempotentReplayed: {
    description: 'Present when an earlier request under the same key did the work.',
    schema: { type: 'string', const: 'true' },
  },
};

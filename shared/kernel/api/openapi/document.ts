import { operationItem, routeItem } from './operation-item.ts';
import { errorSchemas } from './errors.ts';
import { shareParameters } from './parameters.ts';
import { pageMetaSchema, responseHeaders } from './responses.ts';
import { collect, collectSchemas, type NamedEnums } from './schemas.ts';
import { securitySchemes } from './security.ts';
import { eventHeaders, thinCallbacks, webhookItems, type DescribedEvent } from './webhooks.ts';
import type { Operation } from '../operation/operation-kinds.ts';
import { tagGroups } from '../operation/tags.ts';
import type { WebRoute } from '../operation/web-route.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

const description = `Plan the work of teams: stories, sprints, objectives and feedback.

**Credentials.** Send \`Authorization: Bearer <token>\` with a personal access token (\`plt_pat_…\`) or a service-account key (\`plt_svc_…\`). Tokens are accepted in that header only. Each request is checked against the token's scopes and its owner's current role and teams.

**Lists** are sorted newest first unless stated otherwise, in pages of \`limit\` items. While \`meta.hasMore\` is true, send \`meta.nextCursor\` as \`cursor\`, with all other parameters unchanged. Lists reflect a write after a short delay, usually milliseconds; reads by id reflect it immediately.

**Retries.** A write with an \`Idempotency-Key\` can be repeated with the same key and the same bytes: it is carried out once. Keys of createStory do not expire; others are stored for 24 hours.

**Rate limits.** Each response to a valid credential has \`RateLimit-Policy\` and \`RateLimit\`. Above a limit, requests get 429 \`rate_limited\`: wait for the seconds in \`Retry-After\`. A bulk request counts as one request for each 10 items.

**Changes.** Within version 1, responses and events can get new fields, enum values and event types: ignore what you do not know. Requests stay strict: unknown fields and parameters are refused. See [Compatibility](/docs/compatibility).

**Limits.** A request body is at most 512 KiB (bulk operations: 1 MiB). The gateway can return 413, 429, 500 and 503 itself, with \`{"message": …}\`.`;

/** Input for an OpenAPI document. */
interface DocumentInput {
  operations: readonly Operation[];
  /** The operations; only documented ones become part of the document. */
  routes: readonly WebRoute[];
  events: readonly DescribedEvent[];
  namedEnums?: NamedEnums;
}

/**
 * Generates the OpenAPI 3.1 document. The function is pure: equal inputs produce equal documents. Shared parts are
 * components, which generators turn into named types.
 */
export function openApiDocument({ operations, routes, events, namedEnums }: DocumentInput): JsonSchema {
  const schemas = collectSchemas(namedEnums);
  const responses = collect('responses');
  const items = operations.map((operation) => operationItem(operation, schemas, responses));
  const shared = shareParameters(
    items.map(({ parameters }) => parameters),
    Object.keys(schemas.components),
  );
  const paths: Record<string, Record<string, unknown>> = {};
  operations.forEach(({ id, path, method, tag }, position) => {
    const parameters = shared.lists[position]!;
    const callbacks = id === 'createWebhook' ? { callbacks: thinCallbacks(tag, responses) } : {};
    (paths[path] ??= {})[method.toLowerCase()] = { ...items[position], parameters, ...callbacks };
  });
  for (const { id, method, path, described } of routes) {
    if (described) (paths[path] ??= {})[method.toLowerCase()] = routeItem(id, described, responses);
  }
  const gatewaySchemas = errorSchemas(schemas);
  const webhooks = webhookItems({ events, tag: 'Webhooks', feedSchema: 'Change' }, schemas, responses);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plotline API',
      version: '1.0.0',
      summary: 'Project planning for teams and their tools.',
      description,
      contact: { name: 'The operators of this service' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Where this document was served.' }],
    tags: usedTags({ operations, routes, events }),
    paths,
    webhooks,
    components: {
      schemas: { ...gatewaySchemas, PageMeta: pageMetaSchema, ...schemas.components },
      parameters: { ...shared.components, ...eventHeaders },
      responses: responses.components,
      headers: responseHeaders,
      securitySchemes,
    },
  };
}

function usedTags({ operations, routes }: DocumentInput): { name: string; description: string }[] {
  const used = new Set<string>([
    ...operations.map(({ tag }) => tag),
    ...routes.flatMap(({ described }) => described?.tag ?? []),
  ]);
  return Object.values<Record<string, string>>(tagGroups)
    .flatMap((tags) => Object.entries(tags))
    .filter(([name]) => used.has(name))
    .map(([name, text]) => ({ name, description: text }));
}

import type { DescribedRoute } from '../../kernel/api/operation/web-route.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';

const version = { const: '2.0', description: 'The version of JSON-RPC.' };

const message = (properties: JsonSchema, required: string[]): JsonSchema => ({
  type: 'object',
  required: ['jsonrpc', ...required],
  properties: { jsonrpc: version, ...properties },
});

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

const id = {
  type: ['string', 'integer'],
  description: 'What the response repeats; left out for a notification, which has no response.',
};

const method = {
  type: 'string',
  description: 'The method, such as `initialize`, `tools/list` or `tools/call`.',
};
const params = {
  type: 'object',
  description: 'What the method takes: of `tools/call`, the `name` of a tool and its `arguments`.',
};
const result = {
  type: 'object',
  description: 'What the method returns: of `tools/call`, `content` and `structuredContent`.',
};

/** The statuses for which JSON-RPC has an error response; all others use the envelope. */
const jsonRpcError = message(
  {
    id: { type: ['string', 'integer', 'null'] },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
    },
  },
  ['error'],
);

/** The endpoint in the OpenAPI document (docs/specification.md, "MCP"). */
export const mcpRouteDescription: DescribedRoute = {
  tag: 'MCP',
  summary: 'Send an MCP message',
  description:
    'One JSON-RPC message of the Model Context Protocol, revisions 2025-03-26 to 2025-11-25 and 2026-07-28; of the first, also an array of at most 20 messages, answered by an array. Stateless: no sessions, no streams that stay open. Tools act on behalf of the connected user. [AI clients](/docs/ai-clients) says how to connect.',
  security: [{ mcpAccess: ['mcp:access'] }],
  requestBody: {
    required: true,
    content: json(message({ id, method, params }, ['method'])),
  },
  responses: {
    200: {
      description: 'The JSON-RPC response, after progress notifications if the call has a progress token.',
      content: {
        ...json(message({ id: { ...id, description: 'That of the request.' }, result }, [])),
        'text/event-stream': { schema: { type: 'string' } },
      },
    },
    202: { description: 'The notification was accepted.' },
    400: {
      description:
        'The error envelope for an invalid message or, with revision 2026-07-28, a JSON-RPC error for a protocol violation.',
      content: json({ anyOf: [{ $ref: '#/components/schemas/ErrorEnvelope' }, jsonRpcError] }),
    },
    404: { description: 'With revision 2026-07-28: unknown method.', content: json(jsonRpcError) },
  },
  errors: [
    'authentication_required',
    'invalid_credential',
    'expired_credential',
    'foreign_origin',
    'request_too_large',
    'unsupported_media_type',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
};

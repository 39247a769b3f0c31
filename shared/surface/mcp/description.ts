import type { DescribedRoute } from '../../kernel/api/operation/web-route.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';

const message = (properties: JsonSchema, required: string[]): JsonSchema => ({
  type: 'object',
  required: ['jsonrpc', ...required],
  properties: { jsonrpc: { const: '2.0' }, ...properties },
});

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

const id = { type: ['string', 'integer'] };

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
    'One JSON-RPC message of the Model Context Protocol, revisions 2025-03-26 to 2025-11-25 and 2026-07-28. Stateless: no sessions, no streams that stay open. Tools act on behalf of the connected user.',
  security: [{ mcpAccess: ['mcp:access'] }],
  requestBody: {
    required: true,
    content: json(message({ id, method: { type: 'string' }, params: { type: 'object' } }, ['method'])),
  },
  responses: {
    200: {
      description: 'The JSON-RPC response, after progress notifications if the call has a progress token.',
      content: {
        ...json({ type: 'object', required: ['jsonrpc'], properties: { jsonrpc: { const: '2.0' } } }),
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

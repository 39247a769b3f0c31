import type { DescribedRoute } from '../api/operation/web-route.ts';
import type { JsonSchema } from '../core/json-schema.ts';

const message = (properties: JsonSchema, required: string[]): JsonSchema => ({
  type: 'object',
  required: ['jsonrpc', ...required],
  properties: { jsonrpc: { const: '2.0' }, ...properties },
});

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

const id = { type: ['string', 'integer'] };

/** What JSON-RPC says of a request that it could read; the envelope says it of every other. */
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

/** The endpoint in the API description (docs/specification.md, "MCP"). */
export const description: DescribedRoute = {
  tag: 'MCP',
  summary: 'Send an MCP message',
  description:
    'One JSON-RPC message of the Model Context Protocol, revisions 2025-03-26 to 2025-11-25 and 2026-07-28. Stateless: there are no sessions and no event streams. The tools act as the connected user.',
  security: [{ mcpAccess: ['mcp:access'] }],
  requestBody: {
    required: true,
    content: json(message({ id, method: { type: 'string' }, params: { type: 'object' } }, ['method'])),
  },
  responses: {
    200: {
      description: 'The JSON-RPC response.',
      content: json({ type: 'object', required: ['jsonrpc'], properties: { jsonrpc: { const: '2.0' } } }),
    },
    202: { description: 'A notification was taken.' },
    400: {
      description:
        'The error envelope for what is no message, and on the wire of 2026-07-28 a JSON-RPC error for one that breaks its rules.',
      content: json({ anyOf: [{ $ref: '#/components/schemas/Error' }, jsonRpcError] }),
    },
    404: { description: 'On the wire of 2026-07-28: an unknown method.', content: json(jsonRpcError) },
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

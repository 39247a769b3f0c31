import { scopes } from '../../core/scopes.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import { hasRights, type Operation, type Rights } from '../operation/operation-kinds.ts';

const scopeList = Object.entries(scopes)
  .map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)
  .join('\n');

const bearer = (description: string): JsonSchema => ({ type: 'http', scheme: 'bearer', description });

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

export const securitySchemes: Record<string, JsonSchema> = {
  personalAccessToken: bearer(`A personal access token, \`plt_pat_…\`. Scopes:\n\n${scopeList}`),
  serviceAccountKey: bearer(
    'A key of a service account, `plt_svc_…`, with scopes like a personal access token.',
  ),
  mcpAccess: accessToken('/mcp', {
    'mcp:access': 'Use the MCP tools as the connected user.',
    'mcp:write': 'Use the tools that read and change plans and feedback.',
    'mcp:read': 'Use the tools that only read.',
  }),
  apiAccess: accessToken('/api/v1', { 'stories:write': 'Read and update stories as the connected user.' }),
};

const schemeOf: Record<Rights['principals'][number], keyof typeof securitySchemes> = {
  user: 'personalAccessToken',
  serviceAccount: 'serviceAccountKey',
  oauth: 'apiAccess',
};

/** The credentials that an operation takes, each on its own, with the scopes that it needs. */
export const securityOf = (operation: Operation): Record<string, readonly string[]>[] =>
  hasRights(operation)
    ? operation.principals.map((kind) => ({
        [schemeOf[kind]]: kind === 'oauth' ? ['stories:write'] : operation.scopes,
      }))
    : [];

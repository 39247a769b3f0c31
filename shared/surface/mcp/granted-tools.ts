import type { Tool } from '../../kernel/api/mcp/tool.ts';
import type { AccessClaims } from '../../kernel/auth/access-token.ts';
import { readsOnly, resourceMetadataUrl } from '../../kernel/auth/audience.ts';
import { ApiError } from '../../kernel/core/errors.ts';

type Granted = Pick<AccessClaims, 'scopes'>;

/** Whether OAuth scopes allow a tool: with `mcp:read` alone only those that change nothing. */
export const isGranted = ({ annotations }: Pick<Tool, 'annotations'>, { scopes }: Granted): boolean =>
  annotations.readOnlyHint || !readsOnly(scopes);

/**
 * Throws a 403 for a tool that the token does not allow, with the challenge by which a client asks its user for more
 * (MCP, "Scope Challenge Handling").
 */
export function assertGranted(tool: Tool, granted: Granted, baseUrl: string): void {
  if (isGranted(tool, granted)) return;
  const metadata = resourceMetadataUrl('mcp', baseUrl);
  const challenge = `Bearer error="insufficient_scope", scope="mcp:read mcp:write", resource_metadata="${metadata}"`;
  throw new ApiError(
    'insufficient_scope',
    `The tool ${tool.name} changes things, and the token may only read.`,
    {
      hint: 'Connect again, and allow the application to see and change.',
      details: { missingScopes: ['mcp:write'] },
      headers: { 'www-authenticate': challenge },
    },
  );
}

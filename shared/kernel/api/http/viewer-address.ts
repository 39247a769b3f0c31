import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createHash, timingSafeEqual } from 'node:crypto';
import { hasEnv } from '../../core/env.ts';
import { ApiError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';

/** The headers that the edge adds to a request: its key, the client's address, and the custom domain that it is for. */
export const edgeHeaders = {
  key: 'x-origin-key',
  viewer: 'x-viewer-address',
  host: 'x-viewer-host',
} as const;

/** Set where all clients come through the edge, with its firewall and its limits: other requests are refused. */
export const EDGE_REQUIRED_VARIABLE = 'EDGE_REQUIRED';

/**
 * Returns the client's IP address. Behind an edge, the gateway sees the edge's address; the address in the
 * header is trusted only with the key known to the edge, because the gateway can be reached directly. Throws a 404 for a
 * request without that key where all clients come through the edge.
 */
export async function viewerAddress(
  { headers, requestContext }: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>,
  { secret, baseUrl }: Pick<Services, 'secret' | 'baseUrl'>,
): Promise<string> {
  const { sourceIp } = requestContext.http;
  const { [edgeHeaders.key]: key, [edgeHeaders.viewer]: viewer } = headers;
  if (!hasEnv('EDGE_KEY_ARN')) return sourceIp;
  if (key && viewer && (await isEdgeKey(key, secret))) return viewer;
  if (!hasEnv(EDGE_REQUIRED_VARIABLE)) return sourceIp;
  throw new ApiError('not_found', 'The service does not answer at this host.', {
    hint: `Send them to ${baseUrl()}.`,
  });
}

async function isEdgeKey(key: string, secret: Services['secret']): Promise<boolean> {
  const matches = (expected: Buffer) => timingSafeEqual(hash(key), hash(expected));
  // A deployment brings a rotated key to the edge; until then, and to functions that started earlier, the two differ.
  for (const version of ['current', 'rechecked', 'previous'] as const) {
    if (matches(await secret('EDGE_KEY_ARN', version))) return true;
  }
  return false;
}

const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

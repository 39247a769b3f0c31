import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createHash, timingSafeEqual } from 'node:crypto';
import { hasEnv } from '../../core/env.ts';
import type { Services } from '../../core/services.ts';

/** The headers that the edge adds to a request: its key, the client's address, and the custom domain that it is for. */
export const edgeHeaders = {
  key: 'x-origin-key',
  viewer: 'x-viewer-address',
  host: 'x-viewer-host',
} as const;

/**
 * Returns the client's IP address. Behind an edge, the gateway sees the edge's address; the address in the
 * header is trusted only with the key known to the edge, because the gateway can be reached directly.
 */
export async function viewerAddress(
  { headers, requestContext }: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>,
  { secret }: Pick<Services, 'secret'>,
): Promise<string> {
  const { sourceIp } = requestContext.http;
  const { [edgeHeaders.key]: key, [edgeHeaders.viewer]: viewer } = headers;
  if (!key || !viewer || !hasEnv('EDGE_KEY_ARN')) return sourceIp;
  const matches = (expected: Buffer) => timingSafeEqual(hash(key), hash(expected));
  // A deployment brings a rotated key to the edge; until then, and to functions that started earlier, the two differ.
  for (const version of ['current', 'rechecked', 'previous'] as const) {
    if (matches(await secret('EDGE_KEY_ARN', version))) return viewer;
  }
  return sourceIp;
}

const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

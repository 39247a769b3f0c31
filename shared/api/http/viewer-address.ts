import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createHash, timingSafeEqual } from 'node:crypto';
import { hasEnv } from '../../core/env.ts';
import type { Services } from '../../core/services.ts';

/** What the edge in front of the gateway adds to a request: its key, and whom the request is from. */
export const edgeHeaders = { key: 'x-origin-key', viewer: 'x-viewer-address' } as const;

/**
 * The address that a request came from. Behind an edge the gateway sees the edge's own; whom that names is
 * believed only with the key that the edge alone has, since the gateway can be reached past it.
 */
export async function viewerAddress(
  { headers, requestContext }: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>,
  { secret }: Pick<Services, 'secret'>,
): Promise<string> {
  const { sourceIp } = requestContext.http;
  const { [edgeHeaders.key]: key, [edgeHeaders.viewer]: viewer } = headers;
  if (!key || !viewer || !hasEnv('EDGE_KEY_ARN')) return sourceIp;
  const expected = await secret('EDGE_KEY_ARN');
  return timingSafeEqual(hash(key), hash(expected)) ? viewer : sourceIp;
}

const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

import type { DistributionConfig } from '@aws-sdk/client-cloudfront';
import { currentSecretValue, putSecretValue } from '../aws/secret-values.ts';
import { RECHECK_MS } from './secret.ts';

/** How old the key gets before the schedule replaces it. */
const ROTATE_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

/** Functions that have just looked up the secret do not see a new value for that long. */
const NOTICE_MS = RECHECK_MS + 1_000;

const SECRET_BYTES = 48;

/** The secret by which functions recognize the edge. */
interface EdgeSecret {
  read: () => Promise<{ value: string; createdAt: Date }>;
  write: (value: string) => Promise<void>;
}

/** The key that the edge sends to functions. */
interface SentKey {
  read: () => Promise<{ value: string; isDeployed: boolean }>;
  write: (value: string) => Promise<void>;
}

interface Rotation {
  secret: EdgeSecret;
  sent: SentKey;
  now: Date;
  /** Resolves after so many milliseconds. */
  delay: (ms: number) => Promise<unknown>;
  randomBytes: (size: number) => Buffer;
}

/** Whether the secret has another value, and whether the edge has received the current one. */
export interface EdgeRotation {
  rotated: boolean;
  configured: boolean;
}

/**
 * Replaces the edge's key if it is old enough, or on demand, and hands it to the edge. Functions accept the new key
 * and the one before it, so requests pass while the edge still sends the latter; the edge receives it once all of them know
 * the new one. An edge that sends another key than
 * the current one receives that first, in a run of its own: two keys in one run would leave it with one that functions
 * have forgotten. While the edge is being deployed, nothing is done.
 */
export async function rotateEdgeKey(
  { secret, sent, now, delay, randomBytes }: Rotation,
  { force = false }: { force?: boolean } = {},
): Promise<EdgeRotation> {
  const [current, edge] = await Promise.all([secret.read(), sent.read()]);
  if (!edge.isDeployed) return { rotated: false, configured: false };
  if (edge.value !== current.value) {
    await sent.write(current.value);
    return { rotated: false, configured: true };
  }
  const isOld = current.createdAt.getTime() + ROTATE_AFTER_MS <= now.getTime();
  if (!isOld && !force) return { rotated: false, configured: false };
  const next = randomBytes(SECRET_BYTES).toString('base64url');
  await secret.write(next);
  await delay(NOTICE_MS);
  await sent.write(next);
  return { rotated: true, configured: true };
}

/** The edge's key in a secret of Secrets Manager, by its ARN. */
export const edgeSecret = (arn: string): EdgeSecret => ({
  read: async () => await currentSecretValue(arn),
  write: async (value) => void (await putSecretValue(arn, value)),
});

/** The header in which a CloudFront distribution with one origin sends its key. */
export function distributionKey(id: string, headerName: string): SentKey {
  const get = async () => {
    const { CloudFrontClient, GetDistributionCommand } = await import('@aws-sdk/client-cloudfront');
    const { Distribution, ETag } = await new CloudFrontClient({}).send(
      new GetDistributionCommand({ Id: id }),
    );
    const config = Distribution!.DistributionConfig!;
    return { config, tag: ETag!, header: headerOf(config, headerName), status: Distribution!.Status };
  };
  return {
    async read() {
      const { header, status } = await get();
      return { value: header.HeaderValue!, isDeployed: status === 'Deployed' };
    },
    async write(value) {
      const { CloudFrontClient, UpdateDistributionCommand } = await import('@aws-sdk/client-cloudfront');
      const { config, tag, header } = await get();
      header.HeaderValue = value;
      await new CloudFrontClient({}).send(
        new UpdateDistributionCommand({ Id: id, IfMatch: tag, DistributionConfig: config }),
      );
    },
  };
}

function headerOf({ Origins }: DistributionConfig, name: string) {
  const headers = Origins?.Items?.flatMap(({ CustomHeaders }) => CustomHeaders?.Items ?? []) ?? [];
  const found = headers.find(({ HeaderName }) => HeaderName?.toLowerCase() === name);
  if (!found) throw new Error(`The distribution sends no header ${name}.`);
  return found;
}

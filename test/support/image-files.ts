import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { LocalCredentials } from '../../infra/local/runner/credentials.ts';

interface BucketsOf {
  buckets?: { endpoint: string; names: Record<string, string> } | undefined;
  credentials: LocalCredentials;
}

/** The names of the files of an image, as the bucket of attachments lists them. */
export async function imageFiles(
  { buckets, credentials }: BucketsOf,
  workspaceId: string,
  imageId: string,
): Promise<string[]> {
  const { endpoint, names } = buckets!;
  const [, Bucket] = Object.entries(names).find(([name]) => name.includes('Attachments'))!;
  const Prefix = `images/${workspaceId}/${imageId}/`;
  const s3 = new S3Client({ endpoint, region: 'local', credentials, forcePathStyle: true });
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
  s3.destroy();
  return Contents.map(({ Key }) => Key!.slice(Prefix.length));
}

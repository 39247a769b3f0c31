import { createHash } from 'node:crypto';
import { fetchObject } from '../../kernel/aws/fetch-object.ts';
import { optionalEnv } from '../../kernel/core/env.ts';
import { contentTypeOf, type Asset } from '../../kernel/html/assets.ts';

/** The bucket to which each deployment uploads the files of its pages, before any of its code runs. */
export const ASSET_BUCKET_VARIABLE = 'ASSET_BUCKET';
/** What the names of these files begin with there, in front of their names in addresses. */
export const STORED_ASSET_PREFIX = 'plotline-asset-';

const ADDRESS = /^\/assets\/(?<name>[a-z][a-z-]*-(?<hash>[0-9a-f]{16})\.(?<extension>[a-z]+))$/;

/**
 * Reads a file that pages of another release load: while a release is rolled out, most requests for its files reach the
 * code before it, and pages that are open stay those of an earlier one. Returns undefined if no release has stored it, or
 * if it is not what its address says.
 */
export async function readStoredAsset(
  path: string,
): Promise<(Pick<Asset, 'contentType'> & { contents: Buffer }) | undefined> {
  const { name, hash, extension } = ADDRESS.exec(path)?.groups ?? {};
  const contentType = extension && contentTypeOf(extension);
  const bucket = optionalEnv(ASSET_BUCKET_VARIABLE);
  if (!contentType || !bucket) return undefined;
  const contents = await fetchObject({ bucket, key: `${STORED_ASSET_PREFIX}${name}`, contentType });
  if (!contents) return undefined;
  const isGenuine = createHash('sha256').update(contents).digest('hex').startsWith(hash!);
  return isGenuine ? { contentType, contents } : undefined;
}

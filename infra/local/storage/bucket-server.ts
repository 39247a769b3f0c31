import { createHash } from 'node:crypto';
import { startAwsServer, type AwsAnswer, type AwsRequest, type AwsServer } from '../runner/aws-server.ts';
import { isServed, type Bucket, type StoredObject } from './buckets.ts';
import { percentDecode } from '../http/routes.ts';
import { element, failure, refusedKey, xml, type S3Answer } from './s3-answer.ts';
import { checkLink, postObject } from './signed-requests.ts';

type BucketServer = AwsServer & {
  /** The name of each bucket by its short name. */
  names: Record<string, string>;
};

const KEYS_MAX = 1_000;

/**
 * Serves S3's ListObjectsV2, GetObject, PutObject, POST Object, CopyObject, DeleteObject and the tags of objects for these buckets on a free loopback port,
 * with path-style URLs; pages of `pageOrigin` send signed forms. Own code, because the libraries we looked at store objects in memory or in a layout
 * of their own, and objects should be readable as files under their keys.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export async function startBucketServer(buckets: Bucket[], pageOrigin?: string): Promise<BucketServer> {
  const server = await startAwsServer({
    name: 's3',
    pageOrigin,
    isProvenOtherwise: (request) => isUpload(request) || isLink(request),
    answer: async (request) => {
      const answer = await answerCall(request, buckets);
      const isFromPage = request.headers.origin !== undefined && pageOrigin !== undefined;
      return isFromPage ? { ...answer, headers: { ...answer.headers, ...sharedWith(pageOrigin) } } : answer;
    },
  });
  const names = Object.fromEntries(buckets.map(({ name, bucketName }) => [name, bucketName]));
  return { ...server, names };
}

/** A form whose policy is signed, or the question whether a page may send one. */
const isUpload = ({ method, path }: AwsRequest): boolean =>
  (method === 'POST' || method === 'OPTIONS') && /^\/[^/]+\/?$/.test(path);

const isLink = ({ method, query }: AwsRequest): boolean =>
  method === 'GET' && new URLSearchParams(query).has('X-Amz-Signature');

/** Narrower than the rule of the bucket on AWS (infra/constructs/attachments.ts), whose pages have addresses of their own. */
const sharedWith = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'POST',
  vary: 'origin',
});

async function answerCall(
  { method, path, query, body, headers }: AwsRequest,
  buckets: Bucket[],
): Promise<AwsAnswer> {
  const [, bucketName = '', ...rest] = path.split('/').map(percentDecode);
  const key = rest.join('/');
  const bucket = buckets.find((one) => one.bucketName === bucketName);
  if (!bucket) return failure(404, 'NoSuchBucket', 'The specified bucket does not exist');
  const parameters = new URLSearchParams(query);
  if (method === 'OPTIONS') return { status: 200 };
  if (method === 'POST' && key === '') return await postObject(bucket, body, headers['content-type'] ?? '');
  if (method === 'PUT' && key !== '' && !isServed(key)) return refusedKey();
  if (parameters.has('tagging')) return answerTagging(bucket, key, method, body);
  if (method === 'GET' && key !== '') {
    if (!parameters.has('X-Amz-Signature')) return getObject(bucket, key, headers.range);
    const link = checkLink({ path, query }, headers.host ?? '');
    if ('refused' in link) return link.refused;
    const answer = getObject(bucket, key, headers.range);
    return answer.status >= 400 ? answer : { ...answer, headers: { ...answer.headers, ...link.headers } };
  }
  if (method === 'GET' && parameters.get('list-type') === '2') return listObjects(bucket, parameters);
  const copied = headers['x-amz-copy-source'];
  if (method === 'PUT' && typeof copied === 'string')
    return copyObject(bucket, key, percentDecode(copied), headers['x-amz-copy-source-if-match']);
  if (method === 'PUT' && key !== '') {
    bucket.put(key, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  if (method === 'DELETE' && key !== '') {
    bucket.delete(key);
    return { status: 204 };
  }
  return failure(501, 'NotImplemented', `The local runner does not support ${method} of this.`);
}

function getObject(bucket: Bucket, key: string, range: string | undefined): S3Answer {
  const object = bucket.get(key);
  if (!object) return noSuchKey();
  const headers = {
    'content-type': 'binary/octet-stream',
    'last-modified': object.modified.toUTCString(),
    etag: etagOf(object.body),
  };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (first === undefined) return { status: 200, headers, body: object.body };
  const part = object.body.subarray(Number(first), Number(last) + 1);
  if (part.length === 0) return failure(416, 'InvalidRange', 'The requested range is not satisfiable');
  const end = Number(first) + part.length - 1;
  const shown = { ...headers, 'content-range': `bytes ${first}-${end}/${object.body.length}` };
  return { status: 206, headers: shown, body: part };
}

const noSuchKey = () => failure(404, 'NoSuchKey', 'The specified key does not exist.');

/** Copies an object of the bucket, `<bucket>/<key>`, without its tags. */
function copyObject(
  bucket: Bucket,
  to: string,
  source: string,
  etag: string | string[] | undefined,
): S3Answer {
  const object = bucket.get(source.slice(source.indexOf('/', 1) + 1));
  if (!object) return noSuchKey();
  if (etag !== undefined && etag !== etagOf(object.body))
    return failure(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
    );
  bucket.put(to, object.body);
  return xml(200, `<CopyObjectResult>${element('ETag', etagOf(object.body))}</CopyObjectResult>`);
}

/** Returns or replaces the tags of an object, in S3's XML. */
function answerTagging(bucket: Bucket, key: string, method: string, body: Buffer): S3Answer {
  if (!bucket.get(key)) return noSuchKey();
  if (method === 'PUT') {
    bucket.setTags(key, body.toString());
    return { status: 200 };
  }
  return { ...xml(200, ''), body: bucket.tagsOf(key) ?? '<Tagging><TagSet></TagSet></Tagging>' };
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** A page continues after the key in its token. */
function listObjects(bucket: Bucket, parameters: URLSearchParams): S3Answer {
  const prefix = parameters.get('prefix') ?? '';
  const token = parameters.get('continuation-token');
  const after = token === null ? (parameters.get('start-after') ?? '') : fromToken(token);
  const most = Math.min(Number(parameters.get('max-keys') ?? KEYS_MAX) || 0, KEYS_MAX);
  const left = bucket
    .list(prefix)
    .filter(({ key }) => after === '' || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
  const page = left.slice(0, most);
  const isTruncated = left.length > page.length && page.length > 0;
  const parts = [
    element('Name', bucket.bucketName),
    element('Prefix', prefix),
    element('KeyCount', String(page.length)),
    element('MaxKeys', String(most)),
    element('IsTruncated', String(isTruncated)),
    ...(isTruncated ? [element('NextContinuationToken', toToken(page.at(-1)!.key))] : []),
    ...page.map(contents),
  ];
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</ListBucketResult>`,
  );
}

function contents({ key, size, modified }: StoredObject): string {
  const parts = [
    element('Key', key),
    element('LastModified', modified.toISOString()),
    element('Size', String(size)),
    element('StorageClass', 'STANDARD'),
  ];
  return `<Contents>${parts.join('')}</Contents>`;
}

const toToken = (key: string): string => Buffer.from(key).toString('base64url');
const fromToken = (token: string): string => Buffer.from(token, 'base64url').toString();

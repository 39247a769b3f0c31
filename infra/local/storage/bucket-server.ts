import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Bucket, StoredObject } from './buckets.ts';
import { decode } from '../http/routes.ts';

type BucketServer = {
  endpoint: string;
  /** The name of each bucket by its short name. */
  names: Record<string, string>;
  stop: () => Promise<void>;
};

type S3Call = { method: string; target: string; body: Buffer };

type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };

const KEYS_MAX = 1_000;

/**
 * Serves S3's ListObjectsV2, GetObject, PutObject and DeleteObject for these buckets on a free loopback port,
 * with path-style URLs. Own code, because the libraries we looked at store objects in memory or in a layout
 * of their own, and objects should be readable as files under their keys.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export async function startBucketServer(buckets: Bucket[]): Promise<BucketServer> {
  const server = createServer((request, response) => {
    void buffer(request).then((sent) => {
      const {
        status,
        headers,
        body = '',
      } = answerCall({ method: request.method ?? '', target: request.url ?? '/', body: sent }, buckets);
      response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names: Object.fromEntries(buckets.map(({ name, bucketName }) => [name, bucketName])),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerCall({ method, target, body }: S3Call, buckets: Bucket[]): Answer {
  const [path = '', query = ''] = target.split('?', 2);
  const [, bucketName = '', ...rest] = path.split('/').map(decode);
  const key = rest.join('/');
  const bucket = buckets.find((one) => one.bucketName === bucketName);
  if (!bucket) return failure(404, 'NoSuchBucket', 'The specified bucket does not exist');
  const parameters = new URLSearchParams(query);
  if (method === 'GET' && key !== '') return getObject(bucket, key);
  if (method === 'GET' && parameters.get('list-type') === '2') return listObjects(bucket, parameters);
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

function getObject(bucket: Bucket, key: string): Answer {
  const object = bucket.get(key);
  if (!object) return failure(404, 'NoSuchKey', 'The specified key does not exist.');
  const headers = {
    'content-type': 'binary/octet-stream',
    'last-modified': object.modified.toUTCString(),
    etag: etagOf(object.body),
  };
  return { status: 200, headers, body: object.body };
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** A page continues after the key in its token. */
function listObjects(bucket: Bucket, parameters: URLSearchParams): Answer {
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

function failure(status: number, code: string, message: string): Answer {
  return xml(status, `<Error>${element('Code', code)}${element('Message', message)}</Error>`);
}

function xml(status: number, root: string): Answer {
  const headers = { 'content-type': 'application/xml' };
  return { status, headers, body: `<?xml version="1.0" encoding="UTF-8"?>\n${root}` };
}

function element(name: string, text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<${name}>${escaped}</${name}>`;
}

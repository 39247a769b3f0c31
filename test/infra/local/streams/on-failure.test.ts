import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Bucket } from '../../../../infra/local/storage/buckets.ts';
import type { RunningNote } from '../../../../cli/core/running-note.ts';
import { localCredentials } from '../../../../infra/local/runner/credentials.ts';
import { startBucketServer } from '../../../../infra/local/storage/bucket-server.ts';
import { requestSigner } from '../../../../shared/kernel/aws/request-signer.ts';
import { signedFetch } from '../../../support/signed-fetch.ts';
import { send } from '../http/http-client.ts';
import { listen, range, write } from './stream-listener.ts';
import { alteredAssembly, startFixture, temporaryFolder } from '../support.ts';

/** The fixture app with a bucket for what its stream's function cannot handle. */
function assemblyWithBucket(mapping: Record<string, unknown>): Promise<string> {
  return alteredAssembly((resources) => {
    resources.Failed0123ABCD = {
      Type: 'AWS::S3::Bucket',
      Properties: { BucketEncryption: { Ref: 'NotLookedAt' } },
    };
    resources.Policy = { Type: 'AWS::S3::BucketPolicy', Properties: { Bucket: { Ref: 'Failed0123ABCD' } } };
    for (const { Type, Properties } of Object.values(resources)) {
      if (Type !== 'AWS::Lambda::EventSourceMapping') continue;
      const destination = { OnFailure: { Destination: { 'Fn::GetAtt': ['Failed0123ABCD', 'Arn'] } } };
      Object.assign(Properties, { DestinationConfig: destination, ...mapping });
    }
  });
}

function clientOf(endpoint: string): S3Client {
  const how = { credentials: localCredentials, forcePathStyle: true };
  const client = new S3Client({ endpoint, region: 'us-east-1', ...how });
  onTestFinished(() => client.destroy());
  return client;
}

async function bucketServer() {
  const home = temporaryFolder();
  const bucket = new Bucket(home, {
    name: 'Kept',
    bucketName: 'kept',
    arn: 'arn:aws:s3:::kept',
  });
  const { endpoint, stop } = await startBucketServer([bucket]);
  onTestFinished(stop);
  return { bucket, home, endpoint, s3: clientOf(endpoint) };
}

describe('records that are discarded', () => {
  test('are stored whole in the bucket of the mapping, as Lambda does it', async () => {
    const home = temporaryFolder();
    const assembly = await assemblyWithBucket({ MaximumRetryAttempts: 1 });
    const local = await startFixture({ home, assembly });
    onTestFinished(local.stop);
    const heard = await listen(() => ({ error: 'never' }));
    await write(local, heard, range(1, 3));
    await local.streamsIdle();

    const s3 = clientOf(local.buckets!.endpoint);
    const Bucket = local.buckets!.names.Failed!;
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'aws/lambda/' }));
    expect(Contents).toHaveLength(1);
    const Key = Contents[0]!.Key!;
    expect(Key).toMatch(
      /^aws\/lambda\/[0-9a-f]{8}-[0-9a-f-]{27}\/shardId-[^/]+\/\d{4}\/\d\d\/\d\d\/\d{4}-\d\d-\d\dT\d\d\.\d\d\.\d\d-[0-9a-f-]{36}$/,
    );
    const text = await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString();
    expect(readFileSync(join(home, 'buckets', Bucket, Key), 'utf8')).toBe(text);
    const record = JSON.parse(text) as { payload: string };
    const [records] = heard.batches.map((batch) => batch.records);
    expect(record).toEqual({
      requestContext: {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        functionArn: expect.stringMatching(/^arn:aws:lambda:us-east-1:\d{12}:function:/) as string,
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 2,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      DDBStreamBatchInfo: {
        shardId: Key.split('/')[3],
        startSequenceNumber: records![0]!.dynamodb.SequenceNumber,
        endSequenceNumber: records![2]!.dynamodb.SequenceNumber,
        approximateArrivalOfFirstRecord: expect.stringMatching(/^\d{4}-.*\dZ$/) as string,
        approximateArrivalOfLastRecord: expect.stringMatching(/^\d{4}-.*\dZ$/) as string,
        batchSize: 3,
        streamArn: records![0]!.eventSourceARN,
      },
      payload: JSON.stringify({ Records: records }),
    });
    const note = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as RunningNote;
    expect(note.buckets).toEqual(local.buckets);
    expect(readFileSync(join(home, 'logs/stream.log'), 'utf8')).toContain(
      `never after 1 retries; they are in the bucket Failed as ${Key}`,
    );
  });

  test('are only those that the function reported, without an error of its own', async () => {
    const assembly = await assemblyWithBucket({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 0,
    });
    const local = await startFixture({ assembly });
    onTestFinished(local.stop);
    const heard = await listen(({ numbers }) => ({
      result: { batchItemFailures: [{ itemIdentifier: numbers[1] }] },
    }));
    await write(local, heard, range(1, 3));
    await local.streamsIdle();
    const s3 = clientOf(local.buckets!.endpoint);
    const Bucket = local.buckets!.names.Failed!;
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
    const answer = await s3.send(new GetObjectCommand({ Bucket, Key: Contents[0]!.Key! }));
    const record = JSON.parse(await answer.Body!.transformToString()) as Record<string, object>;
    expect(record).toMatchObject({
      responseContext: { statusCode: 200, executedVersion: '$LATEST' },
      DDBStreamBatchInfo: { batchSize: 2, startSequenceNumber: heard.batches[0]!.numbers[1] },
    });
    expect(record.responseContext).not.toHaveProperty('functionError');
  });
});

/** Sends a path as it is, which `fetch` would change. */
const sendAs = (method: string, endpoint: string, path: string) => {
  const { host } = new URL(endpoint);
  const request = { method, path, headers: { host }, body: '' };
  const headers = requestSigner('s3')(request, {
    credentials: localCredentials,
    region: 'us-east-1',
    now: new Date(),
  });
  return send(endpoint, path, { method, headers });
};

describe('a bucket', () => {
  test('lists its objects in the order of their keys, page by page', async () => {
    const { bucket, s3 } = await bucketServer();
    for (const key of ['b/2', 'a/1', 'b/10', 'b/1&<x>', 'c']) bucket.put(key, `of ${key}`);
    const seen: string[][] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket: 'kept', Prefix: 'b/', MaxKeys: 2, ContinuationToken }),
      );
      seen.push((page.Contents ?? []).map(({ Key }) => Key!));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(seen).toEqual([['b/1&<x>', 'b/10'], ['b/2']]);
    const all = await s3.send(new ListObjectsV2Command({ Bucket: 'kept', StartAfter: 'b/2' }));
    expect(all.Contents).toMatchObject([{ Key: 'c', Size: 4, LastModified: expect.any(Date) as Date }]);
  });

  test('returns an object and forgets it', async () => {
    const { bucket, s3 } = await bucketServer();
    bucket.put('folder/ä b', 'hello');
    const object = { Bucket: 'kept', Key: 'folder/ä b' };
    expect(await (await s3.send(new GetObjectCommand(object))).Body!.transformToString()).toBe('hello');
    await s3.send(new DeleteObjectCommand(object));
    await s3.send(new DeleteObjectCommand(object));
    await expect(s3.send(new GetObjectCommand(object))).rejects.toThrow('The specified key does not exist.');
    expect((await s3.send(new ListObjectsV2Command({ Bucket: 'kept' }))).Contents).toBeUndefined();
  });

  test('returns and forgets no object outside its folder', async () => {
    const { bucket, endpoint } = await bucketServer();
    bucket.put('inside', 'x');
    for (const path of ['..%2f..%2foutside', '%2e%2e/kept/inside', 'a%5c..%5c..', 'folder//x', '%00']) {
      const ask = async (method: string) => (await sendAs(method, endpoint, `/kept/${path}`)).status;
      expect([path, await ask('GET'), await ask('PUT'), await ask('DELETE')]).toEqual([path, 404, 400, 204]);
    }
    expect(bucket.list('')).toHaveLength(1);
  });

  test('says so where a request needs more than it serves', async () => {
    const { endpoint } = await bucketServer();
    const unknown = await signedFetch('s3', `${endpoint}/other/key`, { method: 'GET' });
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('NoSuchBucket')]);
    expect((await signedFetch('s3', `${endpoint}/kept/key`, { body: 'x' })).status).toBe(501);
  });

  test('keeps what a function puts, and returns it', async () => {
    const { bucket, endpoint } = await bucketServer();
    const put = await signedFetch('s3', `${endpoint}/kept/a/key`, { method: 'PUT', body: 'what “failed”' });
    expect([put.status, put.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{32}"$/)]);
    expect(bucket.get('a/key')?.body.toString()).toBe('what “failed”');
    const got = await signedFetch('s3', `${endpoint}/kept/a/key`, { method: 'GET' });
    expect([await got.text(), got.headers.get('etag')]).toEqual(['what “failed”', put.headers.get('etag')]);
  });

  test('shows no object that a killed runner left half written', async () => {
    const { bucket, home } = await bucketServer();
    bucket.put('one', 'x');
    expect(readdirSync(join(home, 'buckets/kept'))).toEqual(['one']);
    writeFileSync(join(home, 'buckets/kept/two.0.unfinished'), '{"half');
    expect(bucket.list('').map(({ key }) => key)).toEqual(['one']);
  });
});

import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { presignGet, presignPost } from '../../shared/kernel/aws/presign.ts';
import type { AwsPlace } from '../../shared/kernel/aws/place.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret', sessionToken: 'a+/token==' };

const place: AwsPlace = {
  protocol: 'https:',
  hostname: 's3.eu-central-1.amazonaws.com',
  port: undefined,
  region: 'eu-central-1',
  credentials,
};
const now = new Date('2026-11-20T12:00:00.000Z');

interface Signer {
  presign(request: object, options: object): Promise<{ query: Record<string, string> }>;
  sign(text: string, options: object): Promise<string>;
}

/** The SDK's signer of requests for S3. */
const signer = (await new S3Client({
  region: place.region,
  credentials,
}).config.signer()) as unknown as Signer;

test('a link is the one that the SDK signs', async () => {
  const shown = {
    contentType: 'application/octet-stream',
    contentDisposition: `attachment; filename="a (1)*.txt"; filename*=UTF-8''a%20%281%29.txt`,
  };
  const link = presignGet(place, { bucket: 'files', key: 'a/b/c', ...shown }, { now, seconds: 300 });
  const signed = await signer.presign(
    {
      method: 'GET',
      protocol: 'https:',
      hostname: place.hostname,
      path: '/files/a/b/c',
      headers: { host: place.hostname, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      query: {
        'response-content-disposition': shown.contentDisposition,
        'response-content-type': shown.contentType,
      },
    },
    {
      signingDate: now,
      expiresIn: 300,
      unhoistableHeaders: new Set(['x-amz-content-sha256']),
      unsignableHeaders: new Set(['x-amz-content-sha256']),
    },
  );
  const url = new URL(link);
  expect(url.origin + url.pathname).toBe('https://s3.eu-central-1.amazonaws.com/files/a/b/c');
  expect(Object.fromEntries(url.searchParams)).toEqual(signed.query);
});

test('a form is signed as the SDK signs its policy, and the policy names each field', async () => {
  const upload = { bucket: 'files', key: 'a/b', contentType: 'text/plain', size: 5 };
  const { url, fields } = presignPost(place, upload, { now, seconds: 60 });
  expect(url).toBe('https://s3.eu-central-1.amazonaws.com/files');
  const { Policy, 'X-Amz-Signature': signature, ...others } = fields;
  expect(signature).toBe(await signer.sign(Policy!, { signingDate: now }));
  const policy = JSON.parse(Buffer.from(Policy!, 'base64').toString());
  expect(policy).toEqual({
    expiration: '2026-11-20T12:01:00.000Z',
    conditions: [
      { bucket: 'files' },
      ...Object.entries(others).map(([name, value]) => ({ [name]: value })),
      ['content-length-range', 5, 5],
    ],
  });
  expect(Object.keys(others)).toContain('X-Amz-Security-Token');
});

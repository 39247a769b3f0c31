import { timingSafeEqual } from 'node:crypto';
import { canonicalQuery, sign, textToSign } from '../../../shared/kernel/aws/presign.ts';
import type { SigningScope } from '../../../shared/kernel/aws/request-signer.ts';
import { localCredentials } from '../runner/credentials.ts';
import { isServed, type Bucket } from './buckets.ts';
import { failure, refusedKey, type S3Answer } from './s3-answer.ts';

/** The fields of a form that its policy need not name. */
const UNCONDITIONAL = ['policy', 'x-amz-signature', 'file'];

interface Policy {
  expiration: string;
  conditions: (Record<string, string> | [string, unknown, unknown])[];
}

/**
 * Stores the file of a form whose policy is signed, valid and met by the form, as S3's POST Object does.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export async function postObject(bucket: Bucket, body: Buffer, contentType: string): Promise<S3Answer> {
  const form = await parseForm(body, contentType);
  if (!form) return failure(400, 'MalformedPOSTRequest', 'The body is not well-formed multipart/form-data.');
  const { fields, file } = form;
  if (!file) return failure(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  const text = fields.get('policy') ?? '';
  if (!isSigned(text, fields.get('x-amz-signature') ?? '', fields.get('x-amz-credential') ?? ''))
    return failure(403, 'SignatureDoesNotMatch', 'The signature is not that of the policy.');
  const policy = JSON.parse(Buffer.from(text, 'base64').toString()) as Policy;
  if (Date.parse(policy.expiration) < Date.now())
    return failure(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.');
  const unmet = unmetCondition(policy, fields, bucket.bucketName);
  if (unmet) return failure(403, 'AccessDenied', `Invalid according to Policy: ${unmet}`);
  const [, least, most] = policy.conditions.find(isRange) ?? ['', 0, Infinity];
  if (file.length < Number(least))
    return failure(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  if (file.length > Number(most))
    return failure(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  const key = fields.get('key') ?? '';
  if (!isServed(key)) return refusedKey();
  bucket.put(key, file);
  return { status: 204 };
}

const isRange = (condition: Policy['conditions'][number]): condition is [string, unknown, unknown] =>
  Array.isArray(condition) && condition[0] === 'content-length-range';

/** The first condition that a form does not meet, or its first field without a condition. */
function unmetCondition(
  { conditions }: Policy,
  fields: ReadonlyMap<string, string>,
  bucket: string,
): string | undefined {
  const required = new Map(
    conditions.flatMap((one) => (Array.isArray(one) ? [] : Object.entries(one))).map(lowerCased),
  );
  const values = new Map([...fields, ['bucket', bucket]]);
  for (const [name, value] of required)
    if (values.get(name) !== value) return `Policy Condition failed: ["eq", "$${name}", "${value}"]`;
  for (const name of fields.keys())
    if (!required.has(name) && !UNCONDITIONAL.includes(name)) return `Extra input fields: ${name}`;
  return undefined;
}

const lowerCased = ([name, value]: [string, string]): [string, string] => [name.toLowerCase(), value];

interface Form {
  /** By lower-case name. */
  fields: Map<string, string>;
  file: Buffer | undefined;
}

/** A form up to its file; what comes after it is ignored. Undefined for another body. */
async function parseForm(body: Buffer, contentType: string): Promise<Form | undefined> {
  if (!contentType.startsWith('multipart/form-data')) return undefined;
  try {
    const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
    const fields = new Map<string, string>();
    for (const [name, value] of await response.formData()) {
      if (name.toLowerCase() === 'file')
        return { fields, file: typeof value === 'string' ? Buffer.from(value) : await bytesOf(value) };
      if (typeof value === 'string') fields.set(name.toLowerCase(), value);
    }
    return { fields, file: undefined };
  } catch {
    return undefined;
  }
}

const bytesOf = async (file: Blob): Promise<Buffer> => Buffer.from(await file.arrayBuffer());

/** The headers that a signed link sets, by the parameters that name them. */
const shownAs = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
};

/** The headers that a link sets in place of the object's, or why it is refused. */
export function checkLink(
  { path, query }: { path: string; query: string },
  host: string,
): { headers: Record<string, string> } | { refused: S3Answer } {
  const { 'X-Amz-Signature': signature = '', ...parameters } = Object.fromEntries(new URLSearchParams(query));
  const time = parameters['X-Amz-Date'] ?? '';
  const at = new Date(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const scope = scopeOf(parameters['X-Amz-Credential'] ?? '');
  if (Number.isNaN(at.getTime()) || !scope)
    return { refused: failure(400, 'AuthorizationQueryParametersError', 'The link is not signed.') };
  const text = textToSign({ path, query: canonicalQuery(parameters), host }, at, scope);
  if (!isEqual(sign(text, localCredentials.secretAccessKey, scope), signature))
    return { refused: failure(403, 'SignatureDoesNotMatch', 'The signature is not that of the link.') };
  if (at.getTime() + Number(parameters['X-Amz-Expires']) * 1_000 < Date.now())
    return { refused: failure(403, 'AccessDenied', 'Request has expired') };
  const headers = Object.entries(shownAs).flatMap(([name, header]) =>
    parameters[name] === undefined ? [] : [[header, parameters[name]]],
  );
  return { headers: Object.fromEntries(headers) as Record<string, string> };
}

function isSigned(policy: string, signature: string, credential: string): boolean {
  const scope = scopeOf(credential);
  return scope !== undefined && isEqual(sign(policy, localCredentials.secretAccessKey, scope), signature);
}

/** The scope in a credential such as `local/20261120/eu-central-1/s3/aws4_request`; undefined for others. */
function scopeOf(credential: string): SigningScope | undefined {
  const [keyId, day, region, service] = credential.split('/');
  if (keyId !== localCredentials.accessKeyId || !day || !region || service !== 's3') return undefined;
  return { day, region, service };
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

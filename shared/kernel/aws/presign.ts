import { createHmac, hash } from 'node:crypto';
import { placeOfFunction, type AwsPlace } from './place.ts';
import { ALGORITHM, deriveSigningKey, scopeText, signingTime, type SigningScope } from './request-signer.ts';

/** Where files are; undefined outside of Lambda, and where only the SDK can find it out. */
export const storagePlace = (): AwsPlace | undefined => placeOfFunction('s3', process.env);

/** A POST by which anyone who has it uploads one file: the fields of the form come before its field `file`. */
export interface PresignedPost {
  url: string;
  fields: Record<string, string>;
}

/** What may be uploaded. */
export interface Upload {
  bucket: string;
  key: string;
  contentType: string;
  /** The size of the file in bytes: exactly, or between two. */
  size: number | { least: number; most: number };
}

/** Until when something signed is valid. */
interface Validity {
  now: Date;
  seconds: number;
}

/**
 * Signs a form that uploads a file to S3 with the rights of the function. The SDK's packages for this and for links would
 * be larger than the function that uses them.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function presignPost(
  place: AwsPlace,
  { bucket, key, contentType, size }: Upload,
  { now, seconds }: Validity,
): PresignedPost {
  const { credentials } = place;
  const scope = scopeOf(place, now);
  const { least, most } = typeof size === 'number' ? { least: size, most: size } : size;
  const fields: Record<string, string> = {
    key,
    'Content-Type': contentType,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scopeText(scope)}`,
    'X-Amz-Date': signingTime(now),
    ...(credentials.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': credentials.sessionToken }),
  };
  const policy = {
    expiration: new Date(now.getTime() + seconds * 1_000).toISOString(),
    conditions: [
      { bucket },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ['content-length-range', least, most],
    ],
  };
  const Policy = Buffer.from(JSON.stringify(policy)).toString('base64');
  const signature = sign(Policy, credentials.secretAccessKey, scope);
  return { url: urlOf(place, `/${bucket}`), fields: { ...fields, Policy, 'X-Amz-Signature': signature } };
}

/** The headers that an answer to a link has in place of the object's own. */
interface ShownAs {
  contentType: string;
  contentDisposition: string;
}

/**
 * Signs a link to an object of S3.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function presignGet(
  place: AwsPlace,
  { bucket, key, contentType, contentDisposition }: Pick<Upload, 'bucket' | 'key'> & ShownAs,
  { now, seconds }: Validity,
): string {
  const { credentials } = place;
  const scope = scopeOf(place, now);
  const parameters: Record<string, string> = {
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scopeText(scope)}`,
    'X-Amz-Date': signingTime(now),
    'X-Amz-Expires': String(seconds),
    ...(credentials.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': credentials.sessionToken }),
    'X-Amz-SignedHeaders': 'host',
    'response-content-disposition': contentDisposition,
    'response-content-type': contentType,
  };
  const query = canonicalQuery(parameters);
  const path = `/${bucket}/${key.split('/').map(encoded).join('/')}`;
  const signature = sign(
    textToSign({ path, query, host: hostOf(place) }, now, scope),
    credentials.secretAccessKey,
    scope,
  );
  return `${urlOf(place, path)}?${query}&X-Amz-Signature=${signature}`;
}

/** The text whose signature a link has. */
export const textToSign = (
  { path, query, host }: { path: string; query: string; host: string },
  now: Date,
  scope: SigningScope,
): string => {
  const canonical = `GET\n${path}\n${query}\nhost:${host}\n\nhost\nUNSIGNED-PAYLOAD`;
  return `${ALGORITHM}\n${signingTime(now)}\n${scopeText(scope)}\n${hash('sha256', canonical)}`;
};

/** Parameters as they are signed: encoded by RFC 3986 and in order. */
export const canonicalQuery = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature of a text, or of a policy in base64, in hexadecimal digits. */
export const sign = (text: string, secretAccessKey: string, scope: SigningScope): string =>
  createHmac('sha256', deriveSigningKey(secretAccessKey, scope)).update(text).digest('hex');

const scopeOf = ({ region }: AwsPlace, now: Date): SigningScope => ({
  day: signingTime(now).slice(0, 8),
  region,
  service: 's3',
});

const hostOf = ({ hostname, port }: AwsPlace): string =>
  port === undefined ? hostname : `${hostname}:${port}`;

/** The URL below which the objects of a bucket are, in links as in uploads. */
export const bucketUrl = (place: AwsPlace, bucket: string): string => urlOf(place, `/${bucket}/`);

const urlOf = (place: AwsPlace, path: string): string => `${place.protocol}//${hostOf(place)}${path}`;

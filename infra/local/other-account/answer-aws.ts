import { localCredentials } from '../runner/credentials.ts';
import { element, failure, xml, type S3Answer } from '../storage/s3-answer.ts';
import type { OtherAccount } from './other-account.ts';
import { credentialOf, isSignedBy, type SignedRequest } from '../runner/signed-request.ts';

const SESSION_MS = 900_000;

/** A call on a queue, bus or bucket: what it does, to what, and what is kept of it. */
interface TargetCall {
  action: string;
  resource: string;
  /** The queue, bus or bucket. */
  arn: string;
  content: unknown;
  accepted: S3Answer;
}

const calls: Record<string, (request: SignedRequest, region: string) => TargetCall> = {
  sqs: ({ body }, region) => {
    const { QueueUrl, ...content } = JSON.parse(body.toString()) as { QueueUrl: string };
    const [, account, name] = new URL(QueueUrl).pathname.split('/');
    const arn = `arn:aws:sqs:${region}:${account}:${name}`;
    return {
      action: 'sqs:SendMessage',
      resource: arn,
      arn,
      content,
      accepted: json(200, { MessageId: 'm' }),
    };
  },
  events: ({ body }) => {
    const { Entries } = JSON.parse(body.toString()) as { Entries: [{ EventBusName: string }] };
    const [content] = Entries;
    const arn = content.EventBusName;
    const accepted = json(200, { FailedEntryCount: 0, Entries: [{ EventId: 'e' }] });
    return { action: 'events:PutEvents', resource: arn, arn, content, accepted };
  },
  s3: ({ path, headers, body }) => {
    const [, bucket, ...key] = path.split('/');
    const arn = `arn:aws:s3:::${bucket}`;
    const content = { key: key.join('/'), contentType: headers['content-type'], body: body.toString() };
    const accepted = { status: 200 };
    return { action: 's3:PutObject', resource: `${arn}/${content.key}`, arn, content, accepted };
  },
};

/** Answers STS's AssumeRole, SQS's SendMessage, EventBridge's PutEvents and S3's PutObject as AWS does. */
export function answerAws(account: OtherAccount, request: SignedRequest): S3Answer {
  const [service = '', region = ''] = (request.headers.host ?? '').split('.');
  const credential = credentialOf(request);
  if (!credential) return failure(403, 'MissingAuthenticationToken', 'The request is not signed.');
  if (credential.service !== service || credential.region !== region)
    return refusal(service, 403, 'InvalidSignatureException');
  if (service === 'sts') {
    if (!isSignedBy(request, credential, localCredentials.secretAccessKey))
      return failure(403, 'SignatureDoesNotMatch', 'The signature is not that of the request.');
    return assumeRole(account, request);
  }
  const session = account.session(credential.accessKeyId);
  const isGenuine =
    session?.sessionToken === request.headers['x-amz-security-token'] &&
    session !== undefined &&
    isSignedBy(request, credential, session.secretAccessKey);
  if (!isGenuine) return refusal(service, 403, 'InvalidSignatureException');
  const { action, resource, arn, content, accepted } = calls[service]!(request, region);
  if (!account.allows(session, action, resource)) return refusal(service, 403, DENIED[service]!);
  const code = account.takeRefusal(arn);
  if (code !== undefined) return refusal(service, 400, code);
  account.receive({ arn, content, sessionPolicy: session.policy });
  return accepted;
}

const DENIED: Record<string, string> = {
  sqs: 'AccessDeniedException',
  events: 'AccessDeniedException',
  s3: 'AccessDenied',
};

/** An error as the service says it; EventBridge reports what it refuses of an entry in an answer of status 200. */
function refusal(service: string, status: number, code: string): S3Answer {
  if (service === 's3') return failure(status, code, code);
  if (service === 'events' && status === 400)
    return json(200, { FailedEntryCount: 1, Entries: [{ ErrorCode: code }] });
  return json(status, { __type: `com.amazonaws.${service}#${code}`, message: code });
}

const json = (status: number, value: object): S3Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(value),
});

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
function assumeRole(account: OtherAccount, { body }: SignedRequest): S3Answer {
  const form = new URLSearchParams(body.toString());
  const arn = form.get('RoleArn') ?? '';
  const session = account.assume(arn, form.get('ExternalId'), form.get('Policy'));
  if (!session) return failure(403, 'AccessDenied', `not authorized to perform: sts:AssumeRole on ${arn}`);
  const credentials = [
    element('AccessKeyId', session.accessKeyId),
    element('SecretAccessKey', session.secretAccessKey),
    element('SessionToken', session.sessionToken),
    element('Expiration', new Date(Date.now() + SESSION_MS).toISOString()),
  ];
  return xml(
    200,
    `<AssumeRoleResponse><AssumeRoleResult><Credentials>${credentials.join('')}</Credentials></AssumeRoleResult></AssumeRoleResponse>`,
  );
}

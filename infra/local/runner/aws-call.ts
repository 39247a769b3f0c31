import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { requestSigner } from '../../../shared/kernel/aws/request-signer.ts';
import { localCredentials } from './credentials.ts';

/**
 * An error response of a service; `name` is the type without its namespace, such as
 * ResourceNotFoundException.
 */
export class AwsError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** The service and operation to call: `target` as in the header x-amz-target. */
type AwsCall = { service: string; target: string; region?: string; signal?: AbortSignal };

const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

const signers = new Map<string, ReturnType<typeof requestSigner>>();

/**
 * Calls a local endpoint with the protocol AWS JSON 1.0. The SDK could do it, but loading it would cost every
 * start more time than all the calls. An endpoint `unix:` with a path is a socket.
 */
export async function callAws<T>(
  endpoint: string,
  { service, target, region = 'us-east-1', signal }: AwsCall,
  input: object,
): Promise<T> {
  let sign = signers.get(service);
  if (!sign) signers.set(service, (sign = requestSigner(service)));
  const body = JSON.stringify(input);
  const headers = {
    host: socketPathOf(endpoint) === undefined ? new URL(endpoint).host : 'localhost',
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': target,
  };
  const signed = sign({ headers, body }, { credentials: localCredentials, region, now: new Date() });
  const { status, text } = await post(endpoint, signed, body, signal);
  const answer = JSON.parse(text) as T & { __type?: string; message?: string; Message?: string };
  if (status >= 200 && status < 300) return answer;
  const name = answer.__type?.replace(/.*#/, '') ?? `Status${status}`;
  throw new AwsError(name, answer.message ?? answer.Message ?? name);
}

/** The path of an endpoint that is a socket. */
export const socketPathOf = (endpoint: string): string | undefined =>
  endpoint.startsWith('unix:') ? endpoint.slice('unix:'.length) : undefined;

/** Sends a request without `fetch`, whose streams take three times the CPU; streams and queues are polled all the time. */
function post(
  endpoint: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal | undefined,
): Promise<{ status: number; text: string }> {
  const isHttps = endpoint.startsWith('https:');
  const socketPath = socketPathOf(endpoint);
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: agents[isHttps ? 'https:' : 'http:'],
    ...(socketPath !== undefined && { socketPath }),
    ...(signal && { signal }),
  };
  return new Promise((resolve, reject) => {
    const receive = (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    };
    const request = isHttps
      ? httpsRequest(endpoint, options, receive)
      : httpRequest(socketPath === undefined ? endpoint : 'http://localhost', options, receive);
    request.on('error', reject);
    request.end(body);
  });
}

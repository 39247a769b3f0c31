import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { localCredentials } from './credentials.ts';
import { isReportedFullDisk } from './full-disk.ts';
import { refusalOf } from './guard.ts';
import { credentialOf, isSignedBy, type SignedRequest } from './signed-request.ts';

/** A call of an emulated service, whose signature has been verified. */
export type AwsRequest = Required<SignedRequest>;

export interface AwsAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

interface Service {
  /** As signatures name it. */
  name: string;
  /** The origin whose pages send forms. */
  pageOrigin?: string | undefined;
  /** Whether a request proves by something else than a signed header that it may be made, which `answer` checks. */
  isProvenOtherwise?: (request: AwsRequest) => boolean;
  /** Answers a call; an undefined answer breaks the connection. */
  answer: (request: AwsRequest) => AwsAnswer | undefined | Promise<AwsAnswer | undefined>;
}

export interface AwsServer {
  endpoint: string;
  stop: () => Promise<void>;
}

/**
 * Serves an emulated service of AWS on a free loopback port, to programs that have the credentials of this start: what
 * listens here is within reach of every page in the developer's browser.
 */
export async function startAwsServer(service: Service): Promise<AwsServer> {
  const server = createServer((message, response) => {
    respond(service, message, response).catch((error: unknown) => {
      // The client went away, or the runner is at fault and must not hide it.
      if (!response.destroyed && !isReportedFullDisk(error)) console.error(error);
      send(response, { status: 500, body: 'The local service failed.' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  { name, pageOrigin, isProvenOtherwise, answer }: Service,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const origins = pageOrigin === undefined ? [] : [pageOrigin];
  const isLink = isProvenOtherwise?.(requestOf(message, Buffer.alloc(0))) ?? false;
  const foreign = refusalOf(message, { origins, isLink });
  if (foreign) {
    message.resume();
    return send(response, { status: foreign.status, body: foreign.message });
  }
  const request = requestOf(message, await buffer(message));
  if (!isProvenOtherwise?.(request) && !isSignedFor(name, request)) return send(response, refusedSignature);
  const answered = await answer(request);
  if (answered) send(response, answered);
  else message.socket.destroy();
}

/** A request with its body, as its signature is about it. */
export function requestOf({ method = '', url = '/', headers }: IncomingMessage, body: Buffer): AwsRequest {
  const [path = '', query = ''] = url.split('?', 2);
  return { method, path, query, headers, body };
}

/** Whether a request is signed with the credentials of this start. */
export function isSignedFor(service: string, request: AwsRequest): boolean {
  const credential = credentialOf(request);
  return (
    credential?.service === service &&
    credential.accessKeyId === localCredentials.accessKeyId &&
    isSignedBy(request, credential, localCredentials.secretAccessKey)
  );
}

/** In the JSON of AWS's services, by which the SDK says what is wrong. */
export const refusedSignature: AwsAnswer = {
  status: 403,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': 'InvalidSignatureException' },
  body: JSON.stringify({
    __type: 'InvalidSignatureException',
    message: 'Sign with the credentials of this start, which are in running.json of the home folder.',
  }),
};

function send(response: ServerResponse, { status, headers, body = '' }: AwsAnswer): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
}

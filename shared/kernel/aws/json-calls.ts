import type { AwsPlace, AwsService } from './place.ts';
import type { AwsAnswer, RequestHandler } from './request-handler.ts';
import { requestSigner } from './request-signer.ts';

type JsonService = Exclude<AwsService, 's3' | 'sts'>;

/** The protocol of each service: its version of JSON, and what stands before the names of operations. */
const PROTOCOLS: Record<JsonService, readonly [version: string, target: string]> = {
  dynamodb: ['1.0', 'DynamoDB_20120810'],
  secretsmanager: ['1.1', 'secretsmanager'],
  codedeploy: ['1.1', 'CodeDeploy_20141006'],
};

/**
 * Returns a function that makes one attempt of a call, signed as of `now`, without the SDK. It resolves with any answer,
 * refusals included, and rejects where there is none. Where a connection was closed while the function was frozen, the
 * attempt is made again on a new one, since no one has answered it.
 * https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html
 */
export function jsonCalls(service: JsonService, place: AwsPlace, handler: RequestHandler) {
  const { protocol, hostname, port, region, credentials } = place;
  const [version, target] = PROTOCOLS[service];
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const sign = requestSigner(service);

  return async (
    operation: string,
    body: string,
    now: Date,
    options: { abortSignal?: AbortSignal } = {},
  ): Promise<AwsAnswer> => {
    const headers = {
      host,
      'content-type': `application/x-amz-json-${version}`,
      'x-amz-target': `${target}.${operation}`,
    };
    const request = {
      protocol,
      hostname,
      method: 'POST',
      path: '/',
      body,
      ...(port === undefined ? {} : { port }),
      // Not signed, as a proxy that passes the request on may change it.
      headers: { ...sign({ headers, body }, { credentials, region, now }), ...traceHeader() },
    };
    try {
      return await handler.handle(request, options);
    } catch (error) {
      if (!(error as { isStale?: boolean }).isStale) throw error;
      return await handler.handle(request, options);
    }
  };
}

/** Lambda's trace of the invocation that makes a call, by which AWS finds loops of functions. */
function traceHeader(): Record<string, string> {
  const trace = process.env['_X_AMZN_TRACE_ID'];
  return trace === undefined ? {} : { 'x-amzn-trace-id': trace };
}

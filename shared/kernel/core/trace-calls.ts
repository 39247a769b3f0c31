import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';

type Service = 'DynamoDB' | 'SQS' | 'SES';

/**
 * Makes a call to an AWS service and reports it to X-Ray as a subsegment of the current invocation. Invocations that
 * X-Ray does not sample report nothing, so Lambda's active tracing is the switch. Reports are lost silently where
 * nothing listens.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html#api-segmentdocuments-subsegments
 */
export async function traceCall<Answer>(
  service: Service,
  operation: string | undefined,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const invocation = sampledInvocation();
  if (!invocation) return await call();
  const startedAt = Date.now();
  let fault = true;
  try {
    const answer = await call();
    fault = false;
    return answer;
  } finally {
    send({
      ...invocation,
      id: randomBytes(8).toString('hex'),
      type: 'subsegment',
      name: service,
      namespace: 'aws',
      start_time: startedAt / 1_000,
      end_time: Date.now() / 1_000,
      aws: { operation },
      ...(fault ? { fault } : {}),
    });
  }
}

/** A middleware for a client of the SDK, at the step `initialize`, that traces its calls. */
export const traceCalls =
  (service: Service) =>
  <Args, Answer>(next: (args: Args) => Promise<Answer>, context: { commandName?: string }) =>
  (args: Args): Promise<Answer> =>
    traceCall(service, context.commandName?.replace(/Command$/, ''), () => next(args));

/** The trace and the segment of this invocation, from the variable that Lambda sets; undefined if not sampled. */
function sampledInvocation(): { trace_id: string; parent_id: string } | undefined {
  const header = process.env['_X_AMZN_TRACE_ID'] ?? '';
  const parts = new Map(header.split(';').map((part) => part.split('=') as [string, string]));
  const [trace_id, parent_id] = [parts.get('Root'), parts.get('Parent')];
  return trace_id && parent_id && parts.get('Sampled') === '1' ? { trace_id, parent_id } : undefined;
}

let socket: Socket | undefined;

/** Sends a document to the daemon that runs with the function, which passes it on. */
function send(document: object): void {
  const [host, port] = (process.env['AWS_XRAY_DAEMON_ADDRESS'] ?? '').split(':');
  if (!host || !port) return;
  if (!socket) {
    socket = createSocket('udp4');
    socket.unref();
    socket.on('error', () => undefined);
  }
  socket.send(
    `{"format":"json","version":1}\n${JSON.stringify(document)}`,
    Number(port),
    host,
    () => undefined,
  );
}

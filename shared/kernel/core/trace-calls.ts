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
  const { reportCall } = await import('./report-call.ts');
  return await reportCall({ ...invocation, name: service, aws: { operation } }, call);
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

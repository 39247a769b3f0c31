import type { ReportProgress } from './tool.ts';

/** Maximum number of reports of one call. */
const REPORTS_MAX = 10;

interface ProgressMessage {
  jsonrpc: '2.0';
  method: 'notifications/progress';
  params: { progressToken: string | number; progress: number; total: number };
}

/** The progress of one call, for a client that asked for it and takes several messages as an answer. */
export interface CallProgress {
  messages: ProgressMessage[];
  report: ReportProgress | undefined;
}

/**
 * Collects the progress of a message's call: at most ten reports, and none unless the message has a progress token and
 * its client accepts an event stream.
 */
export function collectProgress(body: unknown, accept: string | undefined): CallProgress {
  const messages: ProgressMessage[] = [];
  const progressToken = tokenOf(body);
  if (progressToken === undefined || !accept?.includes('text/event-stream')) {
    return { messages, report: undefined };
  }
  const report: ReportProgress = (progress, total) => {
    if (progress < total && progress % Math.ceil(total / REPORTS_MAX) !== 0) return;
    const params = { progressToken, progress, total };
    messages.push({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
  return { messages, report };
}

function tokenOf(body: unknown): string | number | undefined {
  const { params } = body as { params?: { _meta?: { progressToken?: unknown } } };
  const token = params?._meta?.progressToken;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/** Messages as a stream of server-sent events, which ends with the answer. */
export const eventStream = (messages: readonly ProgressMessage[], answer: string): string =>
  [...messages.map((one) => JSON.stringify(one)), answer]
    .map((data) => `event: message\ndata: ${data}\n\n`)
    .join('');

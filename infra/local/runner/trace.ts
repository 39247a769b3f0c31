import { longestTrace, withHop } from './lineage.ts';
import { randomText } from './random.ts';

/**
 * A new trace root: `Root=1-<seconds in hex>-<24 hex digits>`.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html
 */
export function newTraceId(now = Date.now()): string {
  return `Root=1-${Math.floor(now / 1000).toString(16)}-${randomText(12, 'hex')}`;
}

interface TracedEvent {
  headers?: Record<string, unknown>;
  Records?: { attributes?: Record<string, string> }[];
}

/** The trace of an event: that of its HTTP request, that of a message with one hop more, or a new one. */
export function traceIdOf(event: unknown, functionArn: string): string {
  const { headers, Records } = (event ?? {}) as TracedEvent;
  const given = headers?.['x-amzn-trace-id'];
  if (typeof given === 'string') return given;
  const sent = longestTrace(tracesOf(Records), functionArn);
  return sent === undefined ? newTraceId() : withHop(sent, functionArn);
}

/** The traces of the calls that sent a batch's messages. */
export const tracesOf = (records: TracedEvent['Records'] = []): string[] =>
  records.flatMap(({ attributes }) => attributes?.['AWSTraceHeader'] ?? []);

import { randomText } from './random.ts';

/**
 * A new trace root: `Root=1-<seconds in hex>-<24 hex digits>`.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html
 */
export function newTraceId(now = Date.now()): string {
  return `Root=1-${Math.floor(now / 1000).toString(16)}-${randomText(12, 'hex')}`;
}

/** The trace of an event: that of its HTTP request, or a new one. */
export function traceIdOf(event: unknown): string {
  const { headers } = (event ?? {}) as { headers?: Record<string, unknown> };
  const given = headers?.['x-amzn-trace-id'];
  return typeof given === 'string' ? given : newTraceId();
}

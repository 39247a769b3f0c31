import { crc32 } from 'node:zlib';

/**
 * How often one event may lead to an invocation of the same function through queues: Lambda stops the next one.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
const HOPS_MAX = 16;

/** In a trace header, the functions that led to a call, each with its number of invocations. */
const LINEAGE = /;Lineage=([^;]*)/;

/** Whether Lambda would stop an invocation of a function with this trace. */
export const isLoop = (trace: string, functionArn: string): boolean => hopsOf(trace, functionArn) >= HOPS_MAX;

/** The trace of the longest chain of invocations of a function, of those that its records were sent with. */
export const longestTrace = (traces: readonly string[], functionArn: string): string | undefined =>
  traces.toSorted((one, other) => hopsOf(other, functionArn) - hopsOf(one, functionArn))[0];

/** A trace with one more invocation of a function. */
export function withHop(trace: string, functionArn: string): string {
  const hops = lineageOf(trace).set(idOf(functionArn), hopsOf(trace, functionArn) + 1);
  const lineage = [...hops].map(([id, count]) => `${id}:${count}`).join('|');
  return `${trace.replace(LINEAGE, '')};Lineage=${lineage}`;
}

const hopsOf = (trace: string, functionArn: string): number => lineageOf(trace).get(idOf(functionArn)) ?? 0;

function lineageOf(trace: string): Map<string, number> {
  const [, lineage = ''] = LINEAGE.exec(trace) ?? [];
  return new Map(
    lineage
      .split('|')
      .filter(Boolean)
      .map((part) => part.split(':'))
      .map(([id = '', count]) => [id, Number(count)]),
  );
}

const idOf = (functionArn: string): string => crc32(functionArn).toString(16).padStart(8, '0');

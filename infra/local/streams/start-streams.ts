import type { InvocationOutcome } from '../lambda/invocation.ts';
import type { LambdaFunction } from '../lambda/functions.ts';
import { StreamPoller } from './consumer.ts';
import type { ConsumerOptions } from './consumer.ts';
import type { StreamMapping } from './mappings.ts';

type StreamOptions = Pick<ConsumerOptions, 'endpoint' | 'home' | 'dataVersion' | 'gatherMs'> & {
  invoke: (fn: LambdaFunction, event: object) => Promise<InvocationOutcome>;
  /** Writes to the log of a function. */
  log: (fn: LambdaFunction, sentence: string) => void;
};

type Streams = {
  /** Resolves when every mapping has processed all records written before the call. */
  idle: () => Promise<void>;
  /** The sequence number up to which no mapping needs a table's records anymore. */
  doneUpTo: (tableName: string) => bigint;
  /** Ends after the invocations in progress. */
  stop: () => Promise<void>;
};

/** Greater than any sequence number of the engine, which counts from 1. */
const LAST = 2n ** 63n - 1n;

/** Serves the mappings: when this resolves, each has its position in its stream and processes new records. */
export async function startStreams(mappings: StreamMapping[], options: StreamOptions): Promise<Streams> {
  const { invoke, log, ...rest } = options;
  const consumers = await Promise.all(
    mappings.map((mapping) =>
      StreamPoller.open(mapping, {
        ...rest,
        invoke: (event) => invoke(mapping.fn, event),
        log: (sentence) => log(mapping.fn, sentence),
      }),
    ),
  );
  for (const consumer of consumers) consumer.start();
  return {
    idle: async () => void (await Promise.all(consumers.map((consumer) => consumer.idle()))),
    doneUpTo: (tableName) =>
      consumers
        .filter(({ mapping }) => mapping.table.tableName === tableName)
        .map(({ doneUpTo }) => BigInt(doneUpTo.sequenceNumber ?? 0))
        .reduce((least, number) => (number < least ? number : least), LAST),
    stop: async () => void (await Promise.all(consumers.map((consumer) => consumer.stop()))),
  };
}

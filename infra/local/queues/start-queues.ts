import type { LambdaFunction } from '../lambda/functions.ts';
import type { InvocationOutcome } from '../lambda/invocation.ts';
import { QueueConsumer } from './consumer.ts';
import type { QueueMapping } from './mappings.ts';

type QueueOptions = {
  endpoint: string;
  invoke: (fn: LambdaFunction, event: object) => Promise<InvocationOutcome>;
  /** Writes to the log of a function. */
  log: (fn: LambdaFunction, sentence: string) => void;
};

type Queues = {
  /** Resolves when no message is visible or in flight in any queue with a function. */
  idle: () => Promise<void>;
  /** Stops receiving, and gives batches in progress a moment to finish. */
  stop: () => Promise<void>;
};

/** Serves the mappings from queues. */
export function startQueues(mappings: QueueMapping[], { endpoint, invoke, log }: QueueOptions): Queues {
  const consumers = mappings.map(
    (mapping) =>
      new QueueConsumer(mapping, {
        endpoint,
        invoke: (event) => invoke(mapping.fn, event),
        log: (sentence) => log(mapping.fn, sentence),
      }),
  );
  for (const consumer of consumers) consumer.start();
  return {
    idle: async () => {
      // A function may have written to a queue checked earlier: repeat until one round finds all of them
      // empty.
      let hasWaited = true;
      while (hasWaited) {
        hasWaited = false;
        for (const consumer of consumers) hasWaited = (await consumer.idle()) || hasWaited;
      }
    },
    stop: async () => void (await Promise.all(consumers.map((consumer) => consumer.stop()))),
  };
}

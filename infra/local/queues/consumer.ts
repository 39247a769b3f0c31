import { malformedAnswer, reportedFailures } from '../lambda/batch-response.ts';
import type { InvocationOutcome } from '../lambda/invocation.ts';
import type { QueueMapping } from './mappings.ts';
import { toQueueRecord } from './record.ts';
import type { QueueMessage, QueueRecord } from './record.ts';
import { callSqs } from './engine.ts';
import { FairBuffer } from './fair-buffer.ts';
import { withTimeout } from '../runner/timeout.ts';
import { isLoop } from '../runner/lineage.ts';
import { tracesOf } from '../runner/trace.ts';

type QueueConsumerOptions = {
  endpoint: string;
  invoke: (event: { Records: QueueRecord[] }) => Promise<InvocationOutcome>;
  /** Writes to the function's log. */
  log: (sentence: string) => void;
};

/** Maximum messages per ReceiveMessage or DeleteMessageBatch, and maximum wait time. */
const PER_CALL_MAX = 10;
const WAIT_MAX_SECONDS = 20;
/** How often a gathering batch checks for callers waiting for an idle queue. */
const GATHER_WAIT_SECONDS = 1;
/** The number of messages of a queue with tenants that are received to choose from. */
const CHOICE_MAX = 10_000;
const IDLE_CHECK_MS = 50;
const ENGINE_AWAY_MS = 200;
/**
 * The time for which stop() waits for batches in progress, in milliseconds; messages of unfinished ones are not
 * deleted, as after a crash.
 */
const DRAIN_MS = 2_000;

/**
 * Passes the messages of one queue to one function, in several concurrent batches. A message is deleted once
 * processed; otherwise it becomes visible again after its visibility timeout.
 */
export class QueueConsumer {
  readonly #mapping: QueueMapping;
  readonly #options: QueueConsumerOptions;
  readonly #stopped = new AbortController();
  readonly #batches = new Set<Promise<void>>();
  readonly #buffer = new FairBuffer();
  #waiters = 0;
  /** Resolves when one of the batches in progress finishes. */
  #wake: () => void = () => undefined;
  #running: Promise<void> | undefined;

  constructor(mapping: QueueMapping, options: QueueConsumerOptions) {
    this.#mapping = mapping;
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /**
   * Resolves when no message is visible or in flight; immediately, with false, if that is already the case.
   * Does not wait for the batching window or for delayed messages.
   */
  async idle(): Promise<boolean> {
    this.#waiters++;
    try {
      let hasWaited = false;
      for (; !this.#isStopping && !(await this.#isEmpty()); hasWaited = true) await delay(IDLE_CHECK_MS);
      return hasWaited;
    } finally {
      this.#waiters--;
    }
  }

  /** Stops receiving, and gives batches in progress a moment to finish. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake();
    await this.#running;
    await withTimeout(DRAIN_MS, Promise.all(this.#batches));
  }

  get #isStopping(): boolean {
    return this.#stopped.signal.aborted;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        const messages = await this.#gather();
        if (messages.length > 0) this.#begin(messages);
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.log(
          `The queue ${this.#mapping.queue.name} cannot be read: ${(error as Error).message}`,
        );
        await delay(ENGINE_AWAY_MS);
      }
      if (this.#isStopping || this.#batches.size < this.#mapping.concurrency) continue;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Waits for messages, then for more until the batch is full or its window ends; takes them by tenant. */
  async #gather(): Promise<QueueMessage[]> {
    const { batchSize, windowMs } = this.#mapping;
    const received = await this.#fill(batchSize);
    const windowEnds = Date.now() + windowMs;
    while (received > 0 && this.#buffer.size < batchSize && Date.now() < windowEnds) {
      const isAwaited = this.#waiters > 0;
      const more = await this.#receive(batchSize - this.#buffer.size, isAwaited ? 0 : GATHER_WAIT_SECONDS);
      if (isAwaited && more.length === 0) break;
    }
    return this.#buffer.take(batchSize, Date.now());
  }

  /** Receives a batch and, of a queue with tenants, all that waits, to choose from; returns how many there are. */
  async #fill(batchSize: number): Promise<number> {
    let received = await this.#receive(batchSize, this.#buffer.size > 0 ? 0 : WAIT_MAX_SECONDS);
    const hasTenants = received.some(({ Attributes }) => Attributes?.MessageGroupId !== undefined);
    while (hasTenants && received.length > 0 && this.#buffer.size < CHOICE_MAX)
      received = await this.#receive(PER_CALL_MAX, 0);
    return this.#buffer.size;
  }

  async #receive(most: number, WaitTimeSeconds: number): Promise<QueueMessage[]> {
    const { Messages } = await this.#call<{ Messages?: QueueMessage[] }>('ReceiveMessage', {
      MaxNumberOfMessages: Math.min(most, PER_CALL_MAX),
      WaitTimeSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    this.#buffer.add(Messages ?? [], Date.now() + this.#mapping.queue.visibilityTimeoutMs);
    return Messages ?? [];
  }

  #begin(messages: QueueMessage[]): void {
    const batch = this.#handle(messages)
      .catch((error: unknown) => {
        // Not deleted, so they become visible again.
        if (!this.#isStopping) this.#options.log(`Messages could not be deleted: ${String(error)}`);
      })
      .finally(() => {
        this.#batches.delete(batch);
        this.#buffer.done(messages);
        this.#wake();
      });
    this.#batches.add(batch);
  }

  async #handle(messages: QueueMessage[]): Promise<void> {
    const { queue, fn, reportsFailures } = this.#mapping;
    const records = messages.map((message) => toQueueRecord(message, queue));
    if (!fn.allowsLoops && tracesOf(records).some((trace) => isLoop(trace, fn.arn))) {
      return this.#endLoop(records);
    }
    const outcome = await this.#options.invoke({ Records: records });
    const failed = this.#failed(
      outcome,
      records.map(({ messageId }) => messageId),
      reportsFailures,
    );
    await this.#delete(records.filter(({ messageId }) => !failed.includes(messageId)));
  }

  /** Lambda does not invoke a function that feeds its own queue again and again: the batch becomes dead letters. */
  async #endLoop(records: QueueRecord[]): Promise<void> {
    const { fn, deadLetters } = this.#mapping;
    this.#options.log(
      `${fn.name} was invoked 16 times by the same event: Lambda stops it, since its template does not set RecursiveLoop to Allow.`,
    );
    for (const { body } of deadLetters ? records : []) {
      const where = { endpoint: this.#options.endpoint, region: deadLetters!.region };
      await callSqs(where, 'SendMessage', { QueueUrl: deadLetters!.url, MessageBody: body });
    }
    await this.#delete(records);
  }

  async #delete(records: QueueRecord[]): Promise<void> {
    for (let i = 0; i < records.length; i += PER_CALL_MAX) {
      await this.#call('DeleteMessageBatch', {
        Entries: records
          .slice(i, i + PER_CALL_MAX)
          .map(({ receiptHandle }, n) => ({ Id: String(n), ReceiptHandle: receiptHandle })),
      });
    }
  }

  /** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting */
  #failed(outcome: InvocationOutcome, identifiers: string[], reportsFailures: boolean): string[] {
    switch (outcome.kind) {
      // The function's own log has the reason.
      case 'timeout':
      case 'error':
        return identifiers;
      case 'response':
        return [];
      case 'json': {
        if (!reportsFailures) return [];
        const failed = reportedFailures(outcome.json, identifiers);
        if (!failed) this.#options.log(`A batch will be retried: ${malformedAnswer(outcome.json)}`);
        return failed ?? identifiers;
      }
    }
  }

  async #isEmpty(): Promise<boolean> {
    const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];
    try {
      const { Attributes } = await this.#call<{ Attributes: Record<string, string> }>('GetQueueAttributes', {
        AttributeNames: names,
      });
      return names.every((name) => Attributes[name] === '0');
    } catch (error) {
      if (this.#isStopping) return true;
      throw error;
    }
  }

  #call<T>(operation: string, input: object): Promise<T> {
    const { url, region } = this.#mapping.queue;
    // Only a receive is cancelled; deletes complete while the runner stops.
    const signal = operation === 'ReceiveMessage' ? { signal: this.#stopped.signal } : {};
    const where = { endpoint: this.#options.endpoint, region, ...signal };
    return callSqs(where, operation, { QueueUrl: url, ...input });
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

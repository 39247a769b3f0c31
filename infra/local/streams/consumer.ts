import { AwsError } from '../runner/aws-call.ts';
import type { Outcome } from '../lambda/invocation.ts';
import { handleBatch } from './batch.ts';
import type { AbandonedRecords } from './batch.ts';
import { CheckpointFile } from './checkpoint.ts';
import { failureRecord } from './failure-record.ts';
import type { StreamMapping } from './mappings.ts';
import { pauseBeforeRead } from './poll-delay.ts';
import { Pause } from './pause.ts';
import { PendingRecords } from './pending-records.ts';
import { findStream, StreamReader } from './reader.ts';
import type { StreamPage, StreamPosition } from './reader.ts';
import { changesNothing, toLambdaRecord } from './record.ts';
import type { LambdaRecord } from './record.ts';

export type ConsumerOptions = {
  endpoint: string;
  /** The folder of the checkpoint; omitted for data in memory. */
  home: string | undefined;
  /** A number that changes with every write, if that is cheaper than a read. */
  dataVersion?: (() => number) | undefined;
  /** While records keep arriving, they are gathered this long, so that batches are worth an invocation. */
  gatherMs?: number | undefined;
  invoke: (event: { Records: LambdaRecord[] }) => Promise<Outcome>;
  /** Writes to the function's log. */
  log: (sentence: string) => void;
};

/** A caller waiting for the first `target` records; the next read determines the number. */
type Waiter = { target: number | undefined; askedAt: number; resolve: () => void };

const ENGINE_AWAY_MS = 200;
const VERSION_CHECK_MS = 20;
const GATHER_MS = 50;
/**
 * Records that the function does not need move the checkpoint only occasionally; reading them again is
 * harmless.
 */
const SAVE_EVERY = 1000;

/**
 * Passes the records of one stream to one function, in order and at least once: the checkpoint moves only
 * past records that are done.
 */
export class StreamConsumer {
  readonly mapping: StreamMapping;
  readonly #options: ConsumerOptions;
  readonly #checkpoint: CheckpointFile;
  readonly #reader: StreamReader;
  readonly #streamArn: string;
  #readUpTo: StreamPosition;
  #doneUpTo: StreamPosition;
  readonly #pending: PendingRecords;
  readonly #pause = new Pause();
  /** When the gathered batch must be processed. */
  #windowEnds = 0;
  /** Counters: reads started; records read, done, and done as of the checkpoint. */
  #reads = 0;
  #read = 0;
  #done = 0;
  #saved = 0;
  #emptyReads = 0;
  #cheapestReadMs = Infinity;
  #versionRead: number | undefined;
  #lastError: string | undefined;
  #waiters: Waiter[] = [];
  #stopping = false;
  #running: Promise<void> | undefined;

  private constructor(
    mapping: StreamMapping,
    options: ConsumerOptions,
    checkpoint: CheckpointFile,
    streamArn: string,
    reader: StreamReader,
    position: StreamPosition,
  ) {
    this.mapping = mapping;
    this.#pending = new PendingRecords(mapping.batchSize);
    this.#options = options;
    this.#checkpoint = checkpoint;
    this.#streamArn = streamArn;
    this.#reader = reader;
    this.#readUpTo = position;
    this.#doneUpTo = position;
  }

  /**
   * Finds the starting position: the checkpoint, or the oldest record if the checkpoint belongs to other
   * data; without one, the mapping's starting position.
   */
  static async open(mapping: StreamMapping, options: ConsumerOptions): Promise<StreamConsumer> {
    const checkpoint = new CheckpointFile(options.home, mapping.id);
    const streamArn = await findStream(options.endpoint, mapping.table.tableName);
    const reader = new StreamReader(options.endpoint, streamArn);
    const kept = checkpoint.load();
    let position: StreamPosition = {};
    if (kept) {
      const { streamArn: keptFor, ...at } = kept;
      if (keptFor === streamArn && (await reader.reaches(at))) position = at;
    } else if (mapping.startingPosition === 'LATEST') {
      position = await reader.end();
    }
    checkpoint.save({ streamArn, ...position });
    return new StreamConsumer(mapping, options, checkpoint, streamArn, reader, position);
  }

  /** Up to where records are done. */
  get doneUpTo(): StreamPosition {
    return this.#doneUpTo;
  }

  start(): void {
    this.#running = this.#run();
  }

  /**
   * Resolves when all records written before the call are done, or the consumer stops. Does not wait for the
   * batching window: gathered records are processed immediately.
   */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopping) return resolve();
      this.#waiters.push({ target: undefined, askedAt: this.#reads, resolve });
      this.#pause.wake();
    });
  }

  /** Ends after the invocation in progress. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#pause.stop();
    await this.#running;
    if (this.#saved < this.#done) this.#save();
    for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      if (!this.#pending.isFull) {
        const page = await this.#nextPage();
        if (!page) continue;
        this.#take(page);
        if (!page.isLast) continue;
      }
      if (this.#isDue()) {
        await this.#handleNextBatch();
        await this.#gather();
      } else await this.#untilNextRead();
    }
  }

  async #nextPage(): Promise<StreamPage | undefined> {
    this.#reads++;
    this.#versionRead = this.#options.dataVersion?.();
    const began = performance.now();
    try {
      const page = await this.#reader.read(this.#readUpTo);
      this.#emptyReads = page.records.length === 0 ? this.#emptyReads + 1 : 0;
      const readMs = performance.now() - began;
      this.#cheapestReadMs = this.#emptyReads > 1 ? Math.min(this.#cheapestReadMs, readMs) : readMs;
      return page;
    } catch (error) {
      this.#noteReadError(error);
      await this.#pause.wait(ENGINE_AWAY_MS, { wakeable: true });
      return undefined;
    }
  }

  /** No message if the engine does not respond: its supervisor reports and restarts it. */
  #noteReadError(error: unknown): void {
    if (!(error instanceof AwsError) || error.message === this.#lastError) return;
    this.#lastError = error.message;
    this.#options.log(`The stream of ${this.mapping.table.name} cannot be read: ${error.message}`);
  }

  #take({ records, next, isLast }: StreamPage): void {
    const { region, streamArn, matches, windowMs } = this.mapping;
    if (this.#pending.isEmpty) this.#windowEnds = Date.now() + windowMs;
    for (const { record: raw, position } of records) {
      this.#read++;
      const record = toLambdaRecord(raw, region, streamArn);
      if (!changesNothing(raw) && matches(record)) this.#pending.add(record, position, this.#read);
    }
    this.#readUpTo = next;
    for (const waiter of this.#waiters) {
      if (isLast && waiter.askedAt < this.#reads) waiter.target ??= this.#read;
    }
    if (this.#pending.isEmpty) this.#doneWith(next, this.#read);
  }

  #isDue(): boolean {
    if (this.#pending.isEmpty) return false;
    return this.#pending.isFull || Date.now() >= this.#windowEnds || this.#waiters.length > 0;
  }

  async #untilNextRead(): Promise<void> {
    const { dataVersion } = this.#options;
    // A caller that arrived during the last read needs another one.
    while (this.#waiters.length === 0) {
      const untilDue = this.#pending.isEmpty ? Infinity : this.#windowEnds - Date.now();
      const pause = dataVersion ? VERSION_CHECK_MS : pauseBeforeRead(this.#emptyReads, this.#cheapestReadMs);
      const wasCut = await this.#pause.wait(Math.min(pause, untilDue), { wakeable: true });
      if (wasCut || untilDue <= pause || !dataVersion || dataVersion() !== this.#versionRead) return;
    }
  }

  async #handleNextBatch(): Promise<void> {
    await handleBatch(this.#pending.nextBatch(), this.mapping, {
      invoke: this.#options.invoke,
      done: (last) => {
        const { position, count } = this.#pending.removeUpTo(last);
        if (this.#pending.isEmpty) this.#doneWith(this.#readUpTo, this.#read, true);
        else this.#doneWith(position, count, true);
      },
      giveUp: (given) => this.#giveUp(given),
      pause: async (ms) => void (await this.#pause.wait(ms)),
      isStopping: () => this.#stopping,
    });
    this.#windowEnds = Date.now() + this.mapping.windowMs;
  }

  #giveUp(given: AbandonedRecords): void {
    const { table, onFailure } = this.mapping;
    const { records, reason } = given;
    const [first, last] = [records[0]!, records.at(-1)!].map(({ dynamodb }) => dynamodb.SequenceNumber);
    let whereTo = '';
    if (onFailure) {
      const shardId = this.#pending.positionOf(records[0]!).shardId!;
      const { key, body } = failureRecord(this.mapping, given, shardId, new Date());
      onFailure.put(key, body);
      whereTo = `; they are in the bucket ${onFailure.name} as ${key}`;
    }
    this.#options.log(
      `Gave up ${records.length} records of the stream of ${table.name}, ` +
        `sequence numbers ${first} to ${last}: ${reason}${whereTo}`,
    );
  }

  /** AWS polls a stream four times a second; here polling is faster, and immediate while somebody waits. */
  async #gather(): Promise<void> {
    if (!this.#pending.isEmpty || this.#waiters.length > 0) return;
    await this.#pause.wait(this.#options.gatherMs ?? GATHER_MS, { wakeable: true });
  }

  #doneWith(position: StreamPosition, count: number, save = false): void {
    this.#doneUpTo = position;
    this.#done = count;
    if (save || count - this.#saved >= SAVE_EVERY) this.#save();
    const isAnswered = ({ target = Infinity }: Waiter) => target <= count;
    for (const { resolve } of this.#waiters.filter(isAnswered)) resolve();
    this.#waiters = this.#waiters.filter((waiter) => !isAnswered(waiter));
  }

  #save(): void {
    this.#checkpoint.save({ streamArn: this.#streamArn, ...this.#doneUpTo });
    this.#saved = this.#done;
  }
}

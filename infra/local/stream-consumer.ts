import { DynamoDbError } from './dynamodb-call.ts';
import type { Outcome } from './invocation.ts';
import { handleBatch } from './stream-batch.ts';
import { CheckpointFile } from './stream-checkpoint.ts';
import type { StreamMapping } from './stream-mappings.ts';
import { pauseBeforeRead } from './stream-pace.ts';
import { findStream, StreamReader } from './stream-reader.ts';
import type { StreamPage, StreamPosition } from './stream-reader.ts';
import { changesNothing, toLambdaRecord } from './stream-record.ts';
import type { LambdaRecord } from './stream-record.ts';

export type ConsumerOptions = {
  endpoint: string;
  /** The folder to keep the checkpoint in; left out for data in memory. */
  home: string | undefined;
  invoke: (event: { Records: LambdaRecord[] }) => Promise<Outcome>;
  /** Writes to the function's log. */
  log: (sentence: string) => void;
};

/** A record that waits for its batch; `count` tells how many had been read when it was. */
type Pending = { record: LambdaRecord; position: StreamPosition; count: number; bytes: number };
/** Someone who waits for the first `target` records; how many those are shows at the next read. */
type Waiter = { target: number | undefined; askedAt: number; resolve: () => void };

/** The most that an invocation takes. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const PAYLOAD_BYTES = 6 * 1024 * 1024;
const ENGINE_AWAY_MS = 200;
/** Records that are not for the function move the checkpoint once in a while; reading them again does no harm. */
const SAVE_EVERY = 1000;

/**
 * Carries the records of one stream to one function, in order and each at least once: the checkpoint says how
 * far it has come, and moves only past what is done with.
 */
export class StreamConsumer {
  readonly mapping: StreamMapping;
  readonly #options: ConsumerOptions;
  readonly #checkpoint: CheckpointFile;
  readonly #reader: StreamReader;
  readonly #streamArn: string;
  #readUpTo: StreamPosition;
  #doneUpTo: StreamPosition;
  readonly #pending: Pending[] = [];
  #pendingBytes = 0;
  /** When the batch that is being gathered has to go. */
  #windowEnds = 0;
  /** Counts: reads begun; records read, done with, and done with by the checkpoint. */
  #reads = 0;
  #read = 0;
  #done = 0;
  #saved = 0;
  #emptyReads = 0;
  #readMs = 0;
  #lastError: string | undefined;
  #waiters: Waiter[] = [];
  #stopping = false;
  #running: Promise<void> | undefined;
  /** End the pause under way: when somebody waits, and when the runner stops. */
  #wake: (() => void) | undefined;
  #cut: (() => void) | undefined;

  private constructor(
    mapping: StreamMapping,
    options: ConsumerOptions,
    checkpoint: CheckpointFile,
    streamArn: string,
    reader: StreamReader,
    position: StreamPosition,
  ) {
    this.mapping = mapping;
    this.#options = options;
    this.#checkpoint = checkpoint;
    this.#streamArn = streamArn;
    this.#reader = reader;
    this.#readUpTo = position;
    this.#doneUpTo = position;
  }

  /**
   * Finds where to begin: at the checkpoint, or at the oldest record if that was made for other data;
   * without one, where the mapping says.
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

  /** Up to where records are done with. */
  get doneUpTo(): StreamPosition {
    return this.#doneUpTo;
  }

  start(): void {
    this.#running = this.#run();
  }

  /**
   * Resolves when all records written before the call are done with, or the consumer stops. It does not wait
   * for the batching window: what was gathered goes at once.
   */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopping) return resolve();
      this.#waiters.push({ target: undefined, askedAt: this.#reads, resolve });
      this.#wake?.();
    });
  }

  /** Ends after the invocation under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#cut?.();
    await this.#running;
    if (this.#saved < this.#done) this.#save();
    for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      if (!this.#isFull()) {
        const page = await this.#nextPage();
        if (!page) continue;
        this.#take(page);
        if (!page.isLast) continue;
      }
      if (this.#isDue()) await this.#handleNextBatch();
      else await this.#pause(this.#untilNextRead(), true);
    }
  }

  async #nextPage(): Promise<StreamPage | undefined> {
    const began = performance.now();
    this.#reads++;
    try {
      return await this.#reader.read(this.#readUpTo);
    } catch (error) {
      this.#noteReadError(error);
      await this.#pause(ENGINE_AWAY_MS, true);
      return undefined;
    } finally {
      this.#readMs = performance.now() - began;
    }
  }

  /** Nothing is said of an engine that does not answer: its supervisor does, and starts it again. */
  #noteReadError(error: unknown): void {
    if (!(error instanceof DynamoDbError) || error.message === this.#lastError) return;
    this.#lastError = error.message;
    this.#options.log(`The stream of ${this.mapping.table.name} cannot be read: ${error.message}`);
  }

  #take({ records, next, isLast }: StreamPage): void {
    const { region, streamArn, matches, windowMs } = this.mapping;
    if (this.#pending.length === 0) this.#windowEnds = Date.now() + windowMs;
    for (const { record: raw, position } of records) {
      this.#read++;
      const record = toLambdaRecord(raw, region, streamArn);
      if (changesNothing(raw) || !matches(record)) continue;
      const bytes = Buffer.byteLength(JSON.stringify(record));
      this.#pending.push({ record, position, count: this.#read, bytes });
      this.#pendingBytes += bytes;
    }
    this.#readUpTo = next;
    this.#emptyReads = records.length === 0 ? this.#emptyReads + 1 : 0;
    for (const waiter of this.#waiters) {
      if (isLast && waiter.askedAt < this.#reads) waiter.target ??= this.#read;
    }
    if (this.#pending.length === 0) this.#doneWith(next, this.#read);
  }

  #isFull(): boolean {
    return this.#pending.length >= this.mapping.batchSize || this.#pendingBytes >= PAYLOAD_BYTES;
  }

  #isDue(): boolean {
    if (this.#pending.length === 0) return false;
    return this.#isFull() || Date.now() >= this.#windowEnds || this.#waiters.length > 0;
  }

  #untilNextRead(): number {
    const pause = pauseBeforeRead(this.#emptyReads, this.#readMs);
    return this.#pending.length === 0 ? pause : Math.min(pause, this.#windowEnds - Date.now());
  }

  async #handleNextBatch(): Promise<void> {
    const batch: LambdaRecord[] = [];
    let bytes = 0;
    for (const pending of this.#pending) {
      bytes += pending.bytes;
      if (batch.length === this.mapping.batchSize || (batch.length > 0 && bytes > PAYLOAD_BYTES)) break;
      batch.push(pending.record);
    }
    await handleBatch(batch, this.mapping, {
      invoke: this.#options.invoke,
      done: (last) => {
        const index = this.#pending.findIndex(({ record }) => record === last);
        const gone = this.#pending.splice(0, index + 1);
        for (const { bytes } of gone) this.#pendingBytes -= bytes;
        const { position, count } = gone.at(-1)!;
        if (this.#pending.length === 0) this.#doneWith(this.#readUpTo, this.#read, true);
        else this.#doneWith(position, count, true);
      },
      giveUp: (records, reason) => {
        const [first, last] = [records[0]!, records.at(-1)!].map(({ dynamodb }) => dynamodb.SequenceNumber);
        this.#options.log(
          `Gave up ${records.length} records of the stream of ${this.mapping.table.name}, ` +
            `sequence numbers ${first} to ${last}: ${reason}`,
        );
      },
      pause: (ms) => this.#pause(ms, false),
      isStopping: () => this.#stopping,
    });
    this.#windowEnds = Date.now() + this.mapping.windowMs;
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

  #pause(ms: number, wakeable: boolean): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopping) return resolve();
      const end = () => {
        clearTimeout(timer);
        this.#wake = this.#cut = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#cut = end;
      if (wakeable) this.#wake = end;
    });
  }
}

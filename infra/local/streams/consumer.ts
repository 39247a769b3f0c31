import { crc32 } from 'node:zlib';
import { AwsError } from '../runner/aws-call.ts';
import type { InvocationOutcome } from '../lambda/invocation.ts';
import { handleBatch, type AbandonedRecords } from './batch.ts';
import { isReportedFullDisk } from '../runner/full-disk.ts';
import { CheckpointFile } from './checkpoint.ts';
import { giveUp } from './failure-record.ts';
import type { StreamMapping } from './mappings.ts';
import { pauseBeforeRead } from './poll-delay.ts';
import { Pause } from './pause.ts';
import { PendingRecords, type ReaderProgress } from './pending-records.ts';
import { findStream, StreamReader } from './reader.ts';
import type { StreamPage, StreamPosition } from './reader.ts';
import { changesNothing, toLambdaRecord, type LambdaRecord, type StreamRecord } from './record.ts';

export type ConsumerOptions = {
  endpoint: string;
  /** The folder of the checkpoint; omitted for data in memory. */
  home: string | undefined;
  /** A number that changes with every write, if that is cheaper than a read. */
  dataVersion?: (() => number) | undefined;
  /** While records keep arriving, they are gathered this long, so that batches are worth an invocation. */
  gatherMs?: number | undefined;
  invoke: (event: { Records: LambdaRecord[] }) => Promise<InvocationOutcome>;
  /** Writes to the function's log. */
  log: (sentence: string) => void;
};

/** A caller waiting for the first `target` records; the next read determines the number. */
type Waiter = { target: number | undefined; askedAt: number; resolve: () => void };

/** The records of some partition keys, which are processed one batch after another. */
type Share = {
  pending: PendingRecords;
  /** When the gathered batch must be processed. */
  windowEnds: number;
  pause: Pause;
  /** The batch in progress, and the time after it in which records are gathered. */
  running: Promise<void> | undefined;
};

const ENGINE_AWAY_MS = 200;
const FULL_DISK_PAUSE_MS = 1_000;
const VERSION_CHECK_MS = 20;
const GATHER_MS = 50;
/**
 * Records that the function does not need move the checkpoint only occasionally; reading them again is
 * harmless.
 */
const SAVE_EVERY = 1000;
/** The number of waiting records, in batches per share, at which reading stops: a failing batch can block a share. */
const WAITING_MAX_BATCHES = 10;
/** As long as a timer can wait. */
const FOREVER_MS = 2 ** 31 - 1;

/**
 * Passes the records of one stream to one function, at least once and in order for each partition key: the checkpoint
 * moves only past records before which all are done. With a parallelization factor, each share of the keys has batches
 * of its own, which are processed in parallel with those of the others.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html
 */
export class StreamPoller {
  readonly mapping: StreamMapping;
  readonly #options: ConsumerOptions;
  readonly #checkpoint: CheckpointFile;
  readonly #reader: StreamReader;
  readonly #streamArn: string;
  #readUpTo: StreamPosition;
  #doneUpTo: StreamPosition;
  readonly #hashKey: string;
  readonly #shares: Share[];
  readonly #pause = new Pause();
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
    this.#hashKey = mapping.table.keySchema.find(({ KeyType }) => KeyType === 'HASH')!.AttributeName;
    this.#shares = Array.from({ length: mapping.parallelization }, () => ({
      pending: new PendingRecords(mapping.batchSize),
      windowEnds: 0,
      pause: new Pause(),
      running: undefined,
    }));
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
  static async open(mapping: StreamMapping, options: ConsumerOptions): Promise<StreamPoller> {
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
    return new StreamPoller(mapping, options, checkpoint, streamArn, reader, position);
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
      for (const { pause } of this.#shares) pause.wake();
    });
  }

  /** Ends after the invocations in progress. A checkpoint that cannot be stored is thrown, also where it is the last one. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#pause.stop();
    for (const { pause } of this.#shares) pause.stop();
    await this.#running;
    for (const { running } of this.#shares) await running;
    this.#save();
    for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      if (this.#hasRoom()) {
        const page = await this.#nextPage();
        if (!page) continue;
        this.#take(page);
        if (!page.isLast) continue;
      }
      for (const share of this.#shares) if (this.#isDue(share)) this.#begin(share);
      await this.#untilNextRead();
    }
  }

  /** Whether a share could do with more records. */
  #hasRoom(): boolean {
    const waiting = this.#shares.reduce((sum, { pending }) => sum + pending.size, 0);
    if (waiting >= WAITING_MAX_BATCHES * this.mapping.batchSize * this.#shares.length) return false;
    return this.#shares.some(({ running, pending }) => !running && !pending.isFull);
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
    for (const share of this.#shares) if (share.pending.isEmpty) share.windowEnds = Date.now() + windowMs;
    for (const { record: raw, position } of records) {
      const record = toLambdaRecord(raw, region, streamArn);
      if (matches(record) && !changesNothing(raw)) {
        const before = { position: this.#readUpTo, count: this.#read };
        this.#shareOf(raw).pending.add(record, position.shardId!, before);
      }
      this.#read++;
      this.#readUpTo = position;
    }
    this.#readUpTo = next;
    for (const waiter of this.#waiters) {
      if (isLast && waiter.askedAt < this.#reads) waiter.target ??= this.#read;
    }
    this.#noteDone();
  }

  #shareOf({ dynamodb }: StreamRecord): Share {
    const key = (dynamodb.Keys as Record<string, unknown>)[this.#hashKey];
    return this.#shares[crc32(JSON.stringify(key)) % this.#shares.length]!;
  }

  #isDue({ pending, windowEnds, running }: Share): boolean {
    if (running || pending.isEmpty) return false;
    return pending.isFull || Date.now() >= windowEnds || this.#waiters.length > 0;
  }

  async #untilNextRead(): Promise<void> {
    const { dataVersion } = this.#options;
    // A caller that arrived during the last read needs another one.
    const isAsked = () => this.#hasRoom() && this.#waiters.some(({ target }) => target === undefined);
    while (!isAsked()) {
      const gathering = this.#shares.filter(({ running, pending }) => !running && !pending.isEmpty);
      const untilDue = Math.min(...gathering.map(({ windowEnds }) => windowEnds - Date.now()));
      const pause = this.#pauseBeforeRead();
      const wasCut = await this.#pause.wait(Math.min(pause, untilDue), { wakeable: true });
      if (wasCut || untilDue <= pause || !dataVersion || dataVersion() !== this.#versionRead) return;
    }
  }

  #pauseBeforeRead(): number {
    if (!this.#hasRoom()) return FOREVER_MS;
    if (this.#shares.some(({ running }) => running !== undefined)) return this.#gatherMs;
    return this.#options.dataVersion
      ? VERSION_CHECK_MS
      : pauseBeforeRead(this.#emptyReads, this.#cheapestReadMs);
  }

  #begin(share: Share): void {
    share.running = this.#handleNextBatch(share).finally(() => {
      share.running = undefined;
      this.#pause.wake();
    });
  }

  async #handleNextBatch(share: Share): Promise<void> {
    const { pending } = share;
    await handleBatch(pending.nextBatch(), this.mapping, {
      invoke: this.#options.invoke,
      done: (last) => {
        pending.removeUpTo(last);
        this.#noteDone(true);
      },
      giveUp: async (given) => await this.#giveUp(given, share),
      pause: async (ms) => void (await share.pause.wait(ms)),
      isStopping: () => this.#stopping,
    });
    share.windowEnds = Date.now() + this.mapping.windowMs;
    // AWS polls a stream four times a second; here polling is faster, and immediate while someone waits.
    if (pending.isEmpty && this.#waiters.length === 0)
      await share.pause.wait(this.#gatherMs, { wakeable: true });
  }

  /** Keeps unprocessed records once there is room for them; false if the runner stops before. */
  async #giveUp(given: AbandonedRecords, { pending, pause }: Share): Promise<boolean> {
    const shardId = pending.shardOf(given.records[0]!);
    while (!this.#stopping) {
      try {
        giveUp(given, this.mapping, shardId, this.#options.log);
        return true;
      } catch (error) {
        if (!isReportedFullDisk(error)) throw error;
        await pause.wait(FULL_DISK_PAUSE_MS);
      }
    }
    return false;
  }

  get #gatherMs(): number {
    return this.#options.gatherMs ?? GATHER_MS;
  }

  #noteDone(save = false): void {
    const all: ReaderProgress = { position: this.#readUpTo, count: this.#read };
    const { position, count } = this.#shares
      .map(({ pending }) => pending.doneUpTo ?? all)
      .reduce((least, one) => (one.count < least.count ? one : least));
    this.#doneUpTo = position;
    this.#done = count;
    if (save || count - this.#saved >= SAVE_EVERY) this.#save();
    const isAnswered = ({ target = Infinity }: Waiter) => target <= count;
    for (const { resolve } of this.#waiters.filter(isAnswered)) resolve();
    this.#waiters = this.#waiters.filter((waiter) => !isAnswered(waiter));
  }

  #save(): void {
    try {
      this.#checkpoint.save({ streamArn: this.#streamArn, ...this.#doneUpTo });
    } catch (error) {
      // Tried again after the next batch; until then, a restart would repeat these.
      if (!isReportedFullDisk(error)) throw error;
      return;
    }
    this.#saved = this.#done;
  }
}

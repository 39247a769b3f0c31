import type { StreamPosition } from './reader.ts';
import type { LambdaRecord } from './record.ts';

/** The state of a stream's reader: its position, and the number of records read so far. */
export type ReaderProgress = { position: StreamPosition; count: number };

/** A record waiting for its batch, in its shard; `before` is the progress without it. */
type Entry = { record: LambdaRecord; shardId: string; before: ReaderProgress; bytes: number };

/**
 * Maximum event size of an invocation.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Records that the function has yet to process, in order. */
export class PendingRecords {
  readonly #batchSize: number;
  readonly #entries: Entry[] = [];
  #bytes = 0;

  constructor(batchSize: number) {
    this.#batchSize = batchSize;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Whether there are enough records for a batch. */
  get isFull(): boolean {
    return this.#entries.length >= this.#batchSize || this.#bytes >= PAYLOAD_BYTES;
  }

  /** The progress before the first record; undefined if there is none. */
  get doneUpTo(): ReaderProgress | undefined {
    return this.#entries[0]?.before;
  }

  add(record: LambdaRecord, shardId: string, before: ReaderProgress): void {
    const bytes = Buffer.byteLength(JSON.stringify(record));
    this.#entries.push({ record, shardId, before, bytes });
    this.#bytes += bytes;
  }

  /** The first records, as many as fit in an invocation; they stay until they are removed. */
  nextBatch(): LambdaRecord[] {
    const batch: LambdaRecord[] = [];
    let total = 0;
    for (const { record, bytes } of this.#entries.slice(0, this.#batchSize)) {
      total += bytes;
      if (total > PAYLOAD_BYTES && batch.length > 0) break;
      batch.push(record);
    }
    return batch;
  }

  shardOf(wanted: LambdaRecord): string {
    return this.#entries.find(({ record }) => record === wanted)!.shardId;
  }

  /** Removes all records up to this one. */
  removeUpTo(last: LambdaRecord): void {
    const gone = this.#entries.splice(0, this.#entries.findIndex(({ record }) => record === last) + 1);
    for (const { bytes } of gone) this.#bytes -= bytes;
  }
}

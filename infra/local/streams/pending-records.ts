import type { StreamPosition } from './reader.ts';
import type { LambdaRecord } from './record.ts';

/** A record waiting for its batch; `count` is the number of records read so far. */
type Entry = { record: LambdaRecord; position: StreamPosition; count: number; bytes: number };

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

  /** Whether there are enough records for a batch. */
  get isFull(): boolean {
    return this.#entries.length >= this.#batchSize || this.#bytes >= PAYLOAD_BYTES;
  }

  add(record: LambdaRecord, position: StreamPosition, count: number): void {
    const bytes = Buffer.byteLength(JSON.stringify(record));
    this.#entries.push({ record, position, count, bytes });
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

  /** The position of a record in the stream. */
  positionOf(wanted: LambdaRecord): StreamPosition {
    return this.#entries.find(({ record }) => record === wanted)!.position;
  }

  /** Removes all records up to this one; returns its position and count. */
  removeUpTo(last: LambdaRecord): Pick<Entry, 'position' | 'count'> {
    const gone = this.#entries.splice(0, this.#entries.findIndex(({ record }) => record === last) + 1);
    for (const { bytes } of gone) this.#bytes -= bytes;
    return gone.at(-1)!;
  }
}

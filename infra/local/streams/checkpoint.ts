import { closeSync, constants, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StreamPosition } from './reader.ts';

/** A mapping's position in a stream. */
type Checkpoint = StreamPosition & { streamArn: string };

/**
 * The file's fixed size: no checkpoint is longer (names of tables have at most 255 characters), and disks write a
 * sector as a whole.
 */
const FILE_BYTES = 512;

/**
 * Stores a mapping's checkpoint, in a file that is overwritten in place, or in memory. Replacing the file after each
 * batch makes some file systems write its data to the disk at once, for milliseconds in which nothing else runs.
 */
export class CheckpointFile {
  readonly #file: string | undefined;

  /** Omit `home` if the data is in memory too. */
  constructor(home: string | undefined, mappingId: string) {
    this.#file = home === undefined ? undefined : join(home, 'checkpoints', `${mappingId}.json`);
    if (this.#file) mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
  }

  /**
   * Undefined if there is none. An unreadable file counts as the checkpoint of an unknown stream, so nothing
   * is skipped.
   */
  load(): Checkpoint | undefined {
    if (!this.#file) return undefined;
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      return undefined;
    }
    try {
      return JSON.parse(text) as Checkpoint;
    } catch {
      return { streamArn: '' };
    }
  }

  save(checkpoint: Checkpoint): void {
    if (!this.#file) return;
    const file = openSync(this.#file, constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      writeSync(file, JSON.stringify(checkpoint).padEnd(FILE_BYTES), 0);
    } finally {
      closeSync(file);
    }
  }
}

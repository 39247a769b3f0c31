import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StreamPosition } from './reader.ts';

/** A mapping's position in a stream. */
type Checkpoint = StreamPosition & { streamArn: string };

/** Stores a mapping's checkpoint, in a file that is replaced atomically, or in memory. */
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
    const temporary = `${this.#file}.tmp`;
    writeFileSync(temporary, JSON.stringify(checkpoint), { mode: 0o600 });
    renameSync(temporary, this.#file);
  }
}

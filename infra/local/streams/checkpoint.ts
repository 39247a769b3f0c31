import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StreamPosition } from './reader.ts';

/** How far a mapping has come in which stream. */
export type Checkpoint = StreamPosition & { streamArn: string };

/** Where a mapping keeps its checkpoint; a file that is replaced in one step, or nothing but memory. */
export class CheckpointFile {
  readonly #file: string | undefined;

  /** `home` is left out where the data does not outlive the runner either. */
  constructor(home: string | undefined, mappingId: string) {
    this.#file = home === undefined ? undefined : join(home, 'checkpoints', `${mappingId}.json`);
    if (this.#file) mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
  }

  /** Undefined when there is none. A file that cannot be read gives a checkpoint of no stream: nothing is skipped. */
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

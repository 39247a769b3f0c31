import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuTimeOf } from './machine.ts';

/** The DynamoDB engine that the service under test runs, known by the note in its home folder. */
export class Engine {
  readonly #note: string;
  readonly #endpoint: string;

  constructor(home: string, endpoint: string) {
    this.#note = join(home, 'engine.json');
    this.#endpoint = endpoint;
  }

  /** The CPU time it has used, in milliseconds; 0 where that is unknown. */
  cpu(): number {
    const pid = this.pid;
    return (pid === undefined ? undefined : cpuTimeOf(pid)) ?? 0;
  }

  /**
   * Ends the engine, which the service starts again on the same data: its transactions slow down with their
   * number since its start. An engine that the service did not start itself is left alone.
   */
  async restart(): Promise<void> {
    const old = this.pid;
    if (old === undefined) return;
    process.kill(old);
    while (this.pid === old || !(await this.#answers())) await delay(20);
  }

  /** Its process, unless it runs elsewhere. */
  get pid(): number | undefined {
    if (!existsSync(this.#note)) return undefined;
    const note = readFileSync(this.#note, 'utf8');
    // The service may be writing it at this moment, when an engine has just started.
    return note.endsWith('}') ? (JSON.parse(note) as { pid: number }).pid : undefined;
  }

  async #answers(): Promise<boolean> {
    const answer = await fetch(this.#endpoint).catch(() => undefined);
    await answer?.body?.cancel();
    return answer !== undefined;
  }
}

import type { QueueMessage } from './record.ts';

interface Waiting {
  message: QueueMessage;
  /** Milliseconds since 1970 at which the engine shows it to others again. */
  visibleAt: number;
}

/**
 * Received messages that wait for their turn: the tenant with the fewest messages at work is next, as in SQS's fair
 * queues; among equals, the one that has waited longest. Messages without a tenant share one.
 */
export class FairBuffer {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #atWork = new Map<string, number>();

  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  add(messages: readonly QueueMessage[], visibleAt: number): void {
    for (const message of messages) {
      const tenant = tenantOf(message);
      const waiting = this.#waiting.get(tenant) ?? [];
      waiting.push({ message, visibleAt });
      this.#waiting.set(tenant, waiting);
    }
  }

  /** Takes up to `most` messages that no other receiver can have got meanwhile; they are at work until done. */
  take(most: number, now: number): QueueMessage[] {
    const taken: QueueMessage[] = [];
    while (taken.length < most) {
      const tenant = this.#next();
      if (tenant === undefined) break;
      const { message, visibleAt } = this.#waiting.get(tenant)!.shift()!;
      if (this.#waiting.get(tenant)!.length === 0) this.#waiting.delete(tenant);
      if (visibleAt <= now) continue;
      this.#atWork.set(tenant, (this.#atWork.get(tenant) ?? 0) + 1);
      taken.push(message);
    }
    return taken;
  }

  done(messages: readonly QueueMessage[]): void {
    for (const message of messages) {
      const tenant = tenantOf(message);
      const left = (this.#atWork.get(tenant) ?? 1) - 1;
      if (left === 0) this.#atWork.delete(tenant);
      else this.#atWork.set(tenant, left);
    }
  }

  #next(): string | undefined {
    const load = (tenant: string) => this.#atWork.get(tenant) ?? 0;
    return [...this.#waiting.keys()].reduce<string | undefined>(
      (least, tenant) => (least === undefined || load(tenant) < load(least) ? tenant : least),
      undefined,
    );
  }
}

const tenantOf = ({ Attributes }: QueueMessage): string => Attributes?.MessageGroupId ?? '';

interface Planned {
  at: number;
  /** Those planned for the same moment run in the order in which they were planned. */
  order: number;
  run: () => void | Promise<void>;
}

/** Simulated time: runs what was planned for each moment, in order, and takes none of its own. */
export class Clockwork {
  /** Milliseconds since the simulation began. */
  now = 0;
  readonly #heap: Planned[] = [];
  #planned = 0;

  after(ms: number, run: Planned['run']): void {
    this.at(this.now + ms, run);
  }

  at(at: number, run: Planned['run']): void {
    const heap = this.#heap;
    heap.push({ at, order: this.#planned++, run });
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!isBefore(heap[child]!, heap[parent]!)) break;
      [heap[child], heap[parent]] = [heap[parent]!, heap[child]!];
      child = parent;
    }
  }

  /** Runs until a moment; what is planned for later is left out. */
  async runUntil(end: number): Promise<void> {
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst();
      this.now = next.at;
      await next.run();
    }
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let parent = 0; ;) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      let least = parent;
      if (left < heap.length && isBefore(heap[left]!, heap[least]!)) least = left;
      if (right < heap.length && isBefore(heap[right]!, heap[least]!)) least = right;
      if (least === parent) return;
      [heap[parent], heap[least]] = [heap[least]!, heap[parent]!];
      parent = least;
    }
  }
}

const isBefore = (one: Planned, other: Planned): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** The value below which a share of the values is, by nearest rank; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** A message that a lane has work. */
export interface Message {
  tenant: number;
  lane: string;
  /** Whether it names deliveries, so that it is sent again if its lane cannot be worked on. */
  isNamed: boolean;
  deferred: number;
}

/** SQS: by tenant, whoever has the fewest messages at work first, or in the order of arrival. */
export class Queue {
  readonly #isFair: boolean;
  readonly #waiting = new Map<number, { messages: Message[]; head: number }>();
  readonly #atWork = new Map<number, number>();
  size = 0;

  constructor(isFair: boolean) {
    this.#isFair = isFair;
  }

  send(message: Message): void {
    const key = this.#isFair ? message.tenant : 0;
    const waiting = this.#waiting.get(key) ?? { messages: [], head: 0 };
    waiting.messages.push(message);
    this.#waiting.set(key, waiting);
    this.size++;
  }

  receive(most: number): Message[] {
    const taken: Message[] = [];
    while (taken.length < most && this.size > 0) {
      const key = this.#next();
      const waiting = this.#waiting.get(key)!;
      taken.push(waiting.messages[waiting.head++]!);
      if (waiting.head === waiting.messages.length) this.#waiting.delete(key);
      this.#atWork.set(key, (this.#atWork.get(key) ?? 0) + 1);
      this.size--;
    }
    return taken;
  }

  done(messages: readonly Message[]): void {
    for (const { tenant } of messages) {
      const key = this.#isFair ? tenant : 0;
      this.#atWork.set(key, this.#atWork.get(key)! - 1);
    }
  }

  #next(): number {
    let least: number | undefined;
    for (const key of this.#waiting.keys())
      if (least === undefined || (this.#atWork.get(key) ?? 0) < (this.#atWork.get(least) ?? 0)) least = key;
    return least!;
  }
}

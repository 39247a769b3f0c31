import { INBOX_HOST } from '../runner/local-hosts.ts';
import { inboxAnswer } from './answer.ts';
import type { InboxAnswer } from './answer.ts';
import { isSigningSecret, verifySignature } from './signature.ts';
import type { Signature } from './signature.ts';

/** A request that came to the inbox. */
export type Delivery = {
  /** Counts from 1. */
  number: number;
  receivedAt: Date;
  method: string;
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Buffer;
  /** The header webhook-id, and `type` of the body, where there are such. */
  webhookId: string | undefined;
  type: string | undefined;
  signature: Signature;
  /** The status that was answered; not yet where it waits, and never where the sender did not. */
  answered: number | 'waiting' | 'sender gave up';
};

export type Arrival = Pick<Delivery, 'receivedAt' | 'method' | 'path' | 'headers' | 'body'>;

type Waiter = { isEnough: (deliveries: Delivery[]) => boolean; resolve: (deliveries: Delivery[]) => void };

const MAX_DELIVERIES = 500;
const MAX_BYTES = 32 * 1024 * 1024;

/** A receiver of webhooks to look at and to break: its latest deliveries, in memory only, and how it answers. */
export class Inbox {
  /** What to register as an endpoint's URL; any path will do. */
  readonly url = `https://${INBOX_HOST}/`;
  /** The page that shows it. */
  readonly page: string;
  #deliveries: Delivery[] = [];
  #bytes = 0;
  #count = 0;
  #secrets: string[] = [];
  #answer: InboxAnswer = { status: 200 };
  #waiters: Waiter[] = [];
  #version = 0;

  constructor(baseUrl: string) {
    this.page = `${baseUrl}/_local/inbox`;
  }

  /** Another number after every change. */
  get version(): number {
    return this.#version;
  }

  /** The latest deliveries, newest first. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  /** How many deliveries came, also those that are not kept any more. */
  get count(): number {
    return this.#count;
  }

  get knownSecrets(): number {
    return this.#secrets.length;
  }

  get answer(): InboxAnswer {
    return this.#answer;
  }

  /** Deliveries from now on are answered like this. */
  answerWith(answer: InboxAnswer): void {
    this.#answer = inboxAnswer.parse(answer);
    this.#changed();
  }

  /** Checks signatures by this secret too, those of earlier deliveries as well. False where it is none. */
  addSecret(secret: string): boolean {
    if (!isSigningSecret(secret)) return false;
    if (!this.#secrets.includes(secret)) this.#secrets.push(secret);
    for (const delivery of this.#deliveries) delivery.signature = verifySignature(this.#secrets, delivery);
    this.#changed();
    return true;
  }

  /** Forgets the deliveries. */
  clear(): void {
    this.#deliveries = [];
    this.#bytes = 0;
    this.#changed();
  }

  /** Resolves with the deliveries, newest first, as soon as they are enough. */
  until(isEnough: (deliveries: Delivery[]) => boolean): Promise<Delivery[]> {
    if (isEnough(this.#deliveries)) return Promise.resolve([...this.#deliveries]);
    return new Promise((resolve) => this.#waiters.push({ isEnough, resolve }));
  }

  /** Notes an arrival; the function given back notes how it was answered. */
  receive(arrival: Arrival): (answered: number | 'sender gave up') => void {
    const delivery: Delivery = {
      number: ++this.#count,
      ...arrival,
      webhookId: arrival.headers['webhook-id'],
      type: typeOf(arrival.body),
      signature: verifySignature(this.#secrets, arrival),
      answered: 'waiting',
    };
    this.#deliveries.unshift(delivery);
    this.#bytes += delivery.body.length;
    while (this.#deliveries.length > MAX_DELIVERIES || this.#bytes > MAX_BYTES) {
      this.#bytes -= this.#deliveries.pop()!.body.length;
    }
    this.#changed();
    return (answered) => {
      delivery.answered = answered;
      this.#changed();
    };
  }

  #changed(): void {
    this.#version++;
    const isDone = ({ isEnough }: Waiter) => isEnough(this.#deliveries);
    const done = this.#waiters.filter(isDone);
    this.#waiters = this.#waiters.filter((waiter) => !done.includes(waiter));
    for (const { resolve } of done) resolve([...this.#deliveries]);
  }
}

function typeOf(body: Buffer): string | undefined {
  try {
    const { type } = JSON.parse(body.toString()) as { type?: unknown };
    return typeof type === 'string' ? type : undefined;
  } catch {
    return undefined;
  }
}

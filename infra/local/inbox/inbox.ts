import { INBOX_HOST } from '../runner/local-hosts.ts';
import { inboxAnswer } from './answer.ts';
import type { InboxAnswer } from './answer.ts';
import { isSigningSecret, verifySignature } from './signature.ts';
import type { Signature } from './signature.ts';

/** A request received by the inbox. */
export type InboxRequest = {
  /** Starts at 1. */
  number: number;
  receivedAt: Date;
  method: string;
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Buffer;
  /** The webhook-id header, and `type` of the body, if present. */
  webhookId: string | undefined;
  type: string | undefined;
  signature: Signature;
  /** The response status; undefined while waiting, and if the sender gave up. */
  answered: number | 'waiting' | 'sender gave up';
};

type Arrival = Pick<InboxRequest, 'receivedAt' | 'method' | 'path' | 'headers' | 'body'>;

type Waiter = {
  isEnough: (deliveries: InboxRequest[]) => boolean;
  resolve: (deliveries: InboxRequest[]) => void;
};

const DELIVERIES_MAX = 500;
const STORED_MAX_BYTES = 32 * 1024 * 1024;

/**
 * A webhook receiver for inspection and fault injection: its latest deliveries, in memory only, and its
 * responses.
 */
export class Inbox {
  /** The URL to register for an endpoint; any path works. */
  readonly url = `https://${INBOX_HOST}/`;
  /** The page that shows it. */
  readonly page: string;
  #deliveries: InboxRequest[] = [];
  #bytes = 0;
  #count = 0;
  #secrets: string[] = [];
  #answer: InboxAnswer = { status: 200 };
  #waiters: Waiter[] = [];
  #version = 0;

  constructor(baseUrl: string) {
    this.page = `${baseUrl}/_local/inbox`;
  }

  /** Changes with every update. */
  get version(): number {
    return this.#version;
  }

  /** The latest deliveries, newest first. */
  get deliveries(): readonly InboxRequest[] {
    return this.#deliveries;
  }

  /** Total number of deliveries, including those no longer stored. */
  get count(): number {
    return this.#count;
  }

  get knownSecrets(): number {
    return this.#secrets.length;
  }

  get answer(): InboxAnswer {
    return this.#answer;
  }

  /** Sets the response to further deliveries. */
  answerWith(answer: InboxAnswer): void {
    this.#answer = inboxAnswer.parse(answer);
    this.#changed();
  }

  /** Adds a secret for checking signatures, also of earlier deliveries. Returns false if it is malformed. */
  addSecret(secret: string): boolean {
    if (!isSigningSecret(secret)) return false;
    if (!this.#secrets.includes(secret)) this.#secrets.push(secret);
    for (const delivery of this.#deliveries) delivery.signature = verifySignature(this.#secrets, delivery);
    this.#changed();
    return true;
  }

  /** Deletes the deliveries. */
  clear(): void {
    this.#deliveries = [];
    this.#bytes = 0;
    this.#changed();
  }

  /** Resolves with the deliveries, newest first, once there are enough. */
  until(isEnough: (deliveries: InboxRequest[]) => boolean): Promise<InboxRequest[]> {
    if (isEnough(this.#deliveries)) return Promise.resolve([...this.#deliveries]);
    return new Promise((resolve) => this.#waiters.push({ isEnough, resolve }));
  }

  /** Records a delivery; the returned function records its response. */
  receive(arrival: Arrival): (answered: number | 'sender gave up') => void {
    const delivery: InboxRequest = {
      number: ++this.#count,
      ...arrival,
      webhookId: arrival.headers['webhook-id'],
      type: typeOf(arrival.body),
      signature: verifySignature(this.#secrets, arrival),
      answered: 'waiting',
    };
    this.#deliveries.unshift(delivery);
    this.#bytes += delivery.body.length;
    while (this.#deliveries.length > DELIVERIES_MAX || this.#bytes > STORED_MAX_BYTES) {
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

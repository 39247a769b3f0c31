import { errorOf } from './errors.ts';

export interface ClientOptions {
  /** Where the service is, such as `https://plan.example.com`; with a path, if a proxy serves it below one. */
  baseUrl: string;
  /** A token, or a function that returns the current one: it is asked again when a token is refused. */
  token: string | (() => string | Promise<string>);
  /** How long a call is repeated after failures that pass, in milliseconds; a minute by default. */
  retryMs?: number;
  /** How long to wait for one response, in milliseconds, before the call is repeated; 35 seconds by default. */
  timeoutMs?: number;
  /** In place of the platform's fetch. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** Identifies a write, so that it happens once however often it is sent. Without it, each call has a key of its own. */
  idempotencyKey?: string;
  /** Groups writes under a UUID, so that they can be shown and reverted together. */
  changeSetId?: string;
  /** The version that a write without one in its body demands: an `updatedAt`, or an ETag. */
  ifMatch?: string;
  signal?: AbortSignal;
}

export interface Call {
  method: string;
  /** With its query, below the base URL. */
  path: string;
  body?: unknown;
}

const RETRY_MS = 60_000;
/** Longer than the service itself takes before it gives a request up. */
const TIMEOUT_MS = 35_000;
/** The longest wait before the first repetition; it doubles with each further one, up to the last. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 20_000;

/** Statuses of failures that pass: of limits, of a service that is busy, of what stands before it. */
const PASSING = [429, 500, 502, 503, 504];

/**
 * Sends a call and returns the response's JSON, undefined without any. Repeats it after failures that pass, with the same
 * idempotency key, after a random wait, which begins when Retry-After says; the API answers a repeated write as it did before.
 */
export async function send(client: ClientOptions, call: Call, options: CallOptions = {}): Promise<unknown> {
  const { signal } = options;
  const key = options.idempotencyKey ?? crypto.randomUUID();
  const until = Date.now() + (client.retryMs ?? RETRY_MS);
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const answer = await attemptOf(client, call, { ...options, idempotencyKey: key });
    if ('json' in answer) return answer.json;
    const spread = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
    // Many clients are given the same time; each comes a little later.
    const wait = (answer.waitMs ?? 0) + spread;
    const isRotated = answer.status === 401 && attempt === 0 && typeof client.token === 'function';
    if (!(answer.passes || isRotated) || Date.now() + wait > until) throw answer.error;
    await delay(wait, signal);
  }
}

/** What Node.js says of connections that fail, in words. */
const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused, so nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
};

/** What a call throws that no response came to, with what the platform says of it as its cause. */
function noResponse({ origin }: URL, cause: unknown): Error {
  const { message, cause: first } = cause as { message?: string; cause?: { code?: string } };
  const code = first?.code ?? '';
  const why = FAILURES[code] ?? (code || (message ?? String(cause)));
  return new Error(`No complete response from ${origin}: ${why}.`, { cause });
}

type Attempt =
  { json: unknown } | { error: unknown; passes: boolean; status?: number; waitMs?: number | undefined };

async function attemptOf(client: ClientOptions, call: Call, options: CallOptions): Promise<Attempt> {
  const { signal } = options;
  // What the program gives is read before anything is sent: a mistake in it does not pass.
  const url = new URL(client.baseUrl.replace(/[?#].*$/, '').replace(/(?:\/api\/v1)?\/*$/, '') + call.path);
  const headers = await headersOf(client, call, options);
  const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
  const limit = limitOf(client.timeoutMs ?? TIMEOUT_MS, signal);
  try {
    const request = { method: call.method, headers, ...body, signal: limit.signal };
    const response = await (client.fetch ?? fetch)(url, request);
    const text = await response.text();
    const json: unknown = isJson(response) && text !== '' ? JSON.parse(text) : undefined;
    if (response.ok) return { json };
    const { status } = response;
    const error = errorOf(status, json);
    return { error, status, passes: PASSING.includes(status), waitMs: retryAfterMs(response) };
  } catch (error) {
    // No response, or half of one: it may or may not have been carried out.
    const isEnded = signal?.aborted === true;
    // What platforms throw where nothing listens, in a word each.
    const shown = error instanceof TypeError ? noResponse(url, error) : error;
    return { error: isEnded ? error : shown, passes: !isEnded };
  } finally {
    limit.end();
  }
}

/** A signal that is aborted after a time, or with another one. */
function limitOf(ms: number, signal: AbortSignal | undefined): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const passOn = () => controller.abort(signal!.reason);
  if (signal?.aborted) passOn();
  signal?.addEventListener('abort', passOn, { once: true });
  const late = () => controller.abort(new DOMException(`No response within ${ms} ms.`, 'TimeoutError'));
  const timer = setTimeout(late, ms);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', passOn);
  };
  return { signal: controller.signal, end };
}

async function headersOf(
  { token }: ClientOptions,
  { method, body }: Call,
  { idempotencyKey, changeSetId, ifMatch }: CallOptions,
): Promise<Record<string, string>> {
  const isRead = method === 'GET';
  return {
    accept: 'application/json',
    authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(isRead || idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(isRead || changeSetId === undefined ? {} : { 'change-set': changeSetId }),
    ...(ifMatch === undefined ? {} : { 'if-match': /^(W\/)?"/.test(ifMatch) ? ifMatch : `"${ifMatch}"` }),
  };
}

const isJson = ({ headers }: Response): boolean => /[/+]json\b/.test(headers.get('content-type') ?? '');

/** Seconds or a date, as RFC 9110 has them. */
function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Resolves after a time; rejects at once when the signal is aborted. */
export function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', ended);
      resolve();
    }, ms);
    signal?.addEventListener('abort', ended, { once: true });
  });
}

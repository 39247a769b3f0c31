import { setTimeout as delay } from 'node:timers/promises';
import type { FieldError } from '../../shared/kernel/core/errors.ts';
import { CommandError } from '../core/command-error.ts';

interface ApiClientOptions {
  baseUrl: string;
  token: string;
  /** The change set of all writes; without one, each is one of its own. */
  changeSetId?: string;
  /** Aborted when the operator stops the import: requests in progress finish, nothing is retried. */
  stopping: AbortSignal;
  /** Called with the reason and duration while requests wait, and with undefined when they continue. */
  onWait?: (reason: string | undefined) => void;
  /** Milliseconds without a response before giving up. */
  patience?: number;
  /** The advice to the user in that case. */
  giveUp?: string;
  /** Throws for an answer that ends the command. */
  accept?: (answer: ClientResponse) => void;
}

export interface ClientResponse {
  status: number;
  replayed: boolean;
  data: unknown;
  meta?: { hasMore: boolean; nextCursor: string | null; resumeCursor?: string };
  error?: {
    code: string;
    message: string;
    hint: string;
    fields?: { in?: FieldError['in']; path: string; code?: FieldError['code']; message: string }[];
    resourceId?: string;
  };
  /** Set if nothing was written: the proposal that someone else is to accept. */
  proposal?: { id: string };
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** The operator stopped the import while a request was waiting for a retry. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

const MINUTE_MS = 60_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** The time to wait for a service that has never responded. */
const UNREACHABLE_MAX_MS = 10_000;
const FIRST_DELAY_MS = 250;
const DELAY_MAX_MS = 30_000;
/** A persistent internal error concerns this row, not the whole service. */
const INTERNAL_ERRORS_MAX = 4;

/** Why a request has to be sent again: what it was answered with, if anything, and what the response says. */
interface Refusal {
  reason: string;
  headers?: Headers;
  says?: string | undefined;
}

/**
 * A REST API client that retries: a 429, a 503 or a broken connection delays all requests for the time in
 * Retry-After, or with exponential backoff and jitter, before they are sent again. All requests must be
 * idempotent. Throws a CommandError for a refused token, and when retries run out.
 */
export function createApiClient({
  baseUrl,
  token,
  changeSetId,
  stopping,
  onWait = () => undefined,
  patience = 10 * MINUTE_MS,
  giveUp = 'Run the same command again later; imported rows remain, and nothing is imported twice.',
  accept = assertAccepted,
}: ApiClientOptions) {
  let lastAnswer = Date.now();
  let hasAnswered = false;
  let heldUntil = 0;
  let failuresInARow = 0;
  let mayHaveWritten = false;

  async function send(method: string, path: string, body?: string, key?: string): Promise<ClientResponse> {
    for (let attempt = 1; ; attempt++) {
      await untilReleased();
      const outcome = await trySend(method, path, body, key);
      if ('answer' in outcome && !(outcome.answer.status === 500 && attempt < INTERNAL_ERRORS_MAX)) {
        failuresInARow = 0;
        onWait(undefined);
        accept(outcome.answer);
        return outcome.answer;
      }
      hold('answer' in outcome ? { reason: 'an internal error (500)' } : outcome);
    }
  }

  async function trySend(method: string, path: string, body?: string, key?: string) {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${baseUrl}${path}`, {
        method,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(changeSetId === undefined || method === 'GET' ? {} : { 'change-set': changeSetId }),
        },
        body: body ?? null,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      text = await response.text();
    } catch (error) {
      assertReachable(baseUrl, error);
      // Whether it was carried out is not known.
      if (hasAnswered && method !== 'GET') mayHaveWritten = true;
      return { reason: connectionProblem(error) };
    }
    const { status, headers } = response;
    if ([429, 502, 503, 504].includes(status)) {
      const reason = status === 429 ? 'too many requests (429)' : `unavailable (${status})`;
      return { reason, headers, says: parse(text).error?.message };
    }
    hasAnswered = true;
    lastAnswer = Date.now();
    if (response.ok && method !== 'GET') mayHaveWritten = true;
    const replayed = headers.get('idempotent-replayed') === 'true';
    const answer: ClientResponse = { data: null, ...parse(text), status, replayed };
    return { answer };
  }

  function hold({ reason, headers, says }: Refusal): void {
    const asked = retryAfter(headers);
    if (asked > patience) {
      throw new CommandError(`${baseUrl} asks to wait for ${describe(asked)}: ${says ?? reason} ${giveUp}`);
    }
    const most = hasAnswered ? patience : Math.min(patience, UNREACHABLE_MAX_MS);
    if (Date.now() - lastAnswer > most) {
      throw new CommandError(
        `${baseUrl} gave no usable response for ${describe(most)}: ${reason}. ${giveUp}`,
      );
    }
    // Requests in progress together fail together; count this as one failure.
    const isNews = Date.now() >= heldUntil;
    const backoff = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** failuresInARow);
    if (isNews) failuresInARow = Math.min(failuresInARow + 1, 10);
    const wait = Math.max(asked, isNews ? backoff * (0.5 + Math.random() / 2) : 0);
    heldUntil = Math.max(heldUntil, Date.now() + wait);
    onWait(`${reason}; next try in ${Math.max(1, Math.ceil((heldUntil - Date.now()) / 1000))} s`);
  }

  async function untilReleased(): Promise<void> {
    if (stopping.aborted) throw new Interrupted();
    while (heldUntil > Date.now()) {
      // Jitter: not all at the same moment.
      const wait = (heldUntil - Date.now()) * (1 + Math.random() / 4);
      await delay(wait, undefined, { signal: stopping }).catch(() => {
        throw new Interrupted();
      });
    }
  }

  /** The pages of a list, one at a time. */
  async function* pages<T>(path: string, query: Record<string, string> = {}): AsyncGenerator<T[]> {
    let cursor: string | null = null;
    do {
      const search = new URLSearchParams({ ...query, limit: '100', ...(cursor ? { cursor } : {}) });
      const answer = await send('GET', `${path}?${search.toString()}`);
      yield successOf<T[]>(answer, `to list ${nounOf(path)}`);
      cursor = answer.meta?.nextCursor ?? null;
    } while (cursor !== null);
  }

  return {
    send,

    /** Whether a write was carried out, as far as is known: then there is something to undo. */
    get mayHaveWritten(): boolean {
      return mayHaveWritten;
    },

    /**
     * Returns the data of a successful response; otherwise throws a CommandError with the service's error.
     */
    async get<T>(path: string): Promise<T> {
      return successOf<T>(await send('GET', path), `GET ${path}`);
    },

    pages,

    /** Reads all items of a list, page by page. */
    async list<T>(path: string, query: Record<string, string> = {}): Promise<T[]> {
      const items: T[] = [];
      for await (const page of pages<T>(path, query)) items.push(...page);
      return items;
    },
  };
}

/** What a path of a list has, such as `change sets`. */
const nounOf = (path: string): string =>
  path
    .replace(/\?.*$/, '')
    .split('/')
    .findLast((part) => /^[a-z-]+$/.test(part))!
    .replaceAll('-', ' ');

/** Returns the data of a successful response; otherwise throws a CommandError with the service's error. */
export function successOf<T>(answer: ClientResponse, what: string): T {
  if (answer.status < 300) return answer.data as T;
  throw new CommandError(`The service refused ${what} (${answer.status}): ${describeApiError(answer)}`);
}

/** The service's error, in one line. */
export function describeApiError({ status, error }: Pick<ClientResponse, 'status' | 'error'>): string {
  if (!error) return `responded with ${status}`;
  const fields = error.fields?.map(({ path, message }) => `${path} ${message}`).join('; ');
  return fields && error.fields!.length > 1 ? fields : error.message;
}

function assertAccepted({ status, error }: ClientResponse): void {
  if (status !== 401 && status !== 403) return;
  const said = error ? `${error.message} ${error.hint.replace(/ See \S+ in \/openapi\.json\.$/, '')}` : '';
  throw new CommandError(`The service refused the token (${status}). ${said}`);
}

function parse(text: string): Partial<ClientResponse> {
  try {
    return JSON.parse(text) as Partial<ClientResponse>;
  } catch {
    return {};
  }
}

/** Parses seconds or a date (RFC 9110, section 10.2.3) into milliseconds from now. */
function retryAfter(headers: Headers | undefined): number {
  const text = headers?.get('retry-after');
  if (!text) return 0;
  const seconds = Number(text);
  return Math.max(0, (Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000) || 0);
}

/** Ports that fetch never connects to (https://fetch.spec.whatwg.org/#port-blocking) do not pass. */
function assertReachable(baseUrl: string, error: unknown): void {
  const { cause } = error as Error & { cause?: { message?: string } };
  if (cause?.message === 'bad port')
    throw new CommandError(`${baseUrl} has a port that is blocked for HTTP; check the URL.`);
}

function connectionProblem(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no response within ${REQUEST_TIMEOUT_MS / 1000} s`;
  return `no connection (${cause?.code ?? cause?.message ?? message})`;
}

function describe(milliseconds: number): string {
  const minutes = milliseconds / MINUTE_MS;
  if (minutes < 2) return `${Math.round(milliseconds / 1_000)} seconds`;
  return minutes < 120 ? `${Math.round(minutes)} minutes` : `${Math.round(minutes / 60)} hours`;
}

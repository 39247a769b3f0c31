import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { CommandError } from '../../core/command-error.ts';
import { writeError } from '../../core/terminal.ts';
import type { Journal } from './journal.ts';

/** A page of a tracker's API: what it contains, and the address of the next one. */
export interface Page {
  content: unknown;
  next: string | undefined;
}

interface TrackerClientOptions {
  tracker: string;
  headers: Record<string, string>;
  /** What to do about a 401, 403 or 404. */
  advice: string;
  journal: Journal;
}

const REQUEST_TIMEOUT_MS = 60_000;
/** Failed attempts of one request, apart from those that a rate limit refused. */
const ATTEMPTS_MAX = 6;
const FIRST_DELAY_MS = 1_000;
/** What GitHub asks to wait for where it does not say how long. */
const LIMITED_DELAY_MS = 60_000;

export type TrackerClient = ReturnType<typeof trackerClient>;

/**
 * Reads a tracker's API, one request at a time, as trackers ask for. It waits where a rate limit says so, and repeats what
 * failed. Answers are kept in the journal, which answers what an interrupted run has read already.
 */
export function trackerClient({ tracker, headers, advice, journal }: TrackerClientOptions) {
  async function read(url: string): Promise<Page> {
    for (let attempt = 1; ; attempt++) {
      const response = await send(url);
      if (response?.ok) return await pageOf(response, url);
      const waitMs = response && limitedFor(response);
      if (waitMs !== undefined) attempt = 0;
      else if (response && !isTemporary(response.status)) throw refused(response.status, url);
      else if (attempt === ATTEMPTS_MAX) throw new CommandError(`${tracker} does not answer. ${AGAIN}`);
      const ms = waitMs ?? FIRST_DELAY_MS * 2 ** (attempt - 1);
      if (ms >= FIRST_DELAY_MS) {
        const reason = waitMs === undefined ? 'does not answer' : 'limits how much may be read';
        writeError(`Waiting ${Math.ceil(ms / 1_000)} s: ${tracker} ${reason}.\n`);
      }
      await delay(ms);
    }
  }

  const send = (url: string): Promise<Response | undefined> =>
    fetch(url, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch(() => undefined);

  async function pageOf(response: Response, url: string): Promise<Page> {
    const next = nextOf(response.headers.get('link'));
    // The token is for this server only.
    if (next !== undefined && new URL(next).origin !== new URL(url).origin) {
      throw new CommandError(`${tracker} names a page on another server, ${new URL(next).origin}.`);
    }
    const content: unknown = await response.json().catch(() => {
      throw new CommandError(
        `${tracker} answered with something else than JSON at ${new URL(url).pathname}.`,
      );
    });
    return { content, next };
  }

  const refused = (status: number, url: string): CommandError => {
    const hint = [401, 403, 404].includes(status) ? advice : AGAIN;
    return new CommandError(`${tracker} answered ${status} to ${new URL(url).pathname}. ${hint}`);
  };

  return {
    async get(url: string): Promise<Page> {
      const known = journal.find(url);
      if (known) return known;
      const page = await read(url);
      journal.add(url, page);
      return page;
    },
  };
}

const AGAIN = 'Run the same command again later: it goes on from there.';

const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** The milliseconds that a rate limit asks to wait for; undefined if the response is about something else. */
function limitedFor({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 403 && status !== 503) return undefined;
  const seconds = z.coerce
    .number()
    .nonnegative()
    .safeParse(headers.get('retry-after') ?? undefined);
  if (seconds.success) return seconds.data * 1_000;
  if (headers.get('x-ratelimit-remaining') === '0') {
    const resetsAt = Number(headers.get('x-ratelimit-reset')) * 1_000;
    return Math.max(FIRST_DELAY_MS, resetsAt - Date.now());
  }
  return status === 429 ? LIMITED_DELAY_MS : undefined;
}

/** The address of the next page in a Link header (RFC 8288). */
const nextOf = (link: string | null): string | undefined =>
  /<([^>]+)>;[^,]*\brel="next"/.exec(link ?? '')?.[1];

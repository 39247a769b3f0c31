import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { CommandError } from '../../core/command-error.ts';
import { writeError } from '../../core/terminal.ts';
import type { Journal, Page } from './journal.ts';

interface TrackerClientOptions {
  tracker: string;
  headers: Record<string, string>;
  /** What to do about a 401, 403 or 404. */
  advice: string;
  journal: Journal;
}

const REQUEST_TIMEOUT_MS = 60_000;
/** Failed attempts of one request, except for those that a rate limit refused. */
const ATTEMPTS_MAX = 6;
const FIRST_DELAY_MS = 1_000;
/** What GitHub asks to wait for where it does not say how long. */
const LIMITED_DELAY_MS = 60_000;
/** The longest wait: limits begin again after an hour. */
const DELAY_MAX_MS = 2 * 60 * 60 * 1_000;
/** Redirects of one request, as for a repository that has a new name. */
const REDIRECTS_MAX = 5;
/** Bytes of a page, and pages: what has more is no list of issues that a workspace could have. */
const PAGE_MAX_BYTES = 128 * 1024 * 1024;
const PAGES_MAX = 50_000;

export type TrackerClient = ReturnType<typeof trackerClient>;

/**
 * Reads a tracker's API, one request at a time, as trackers ask for. It waits where a rate limit says so, and repeats what
 * failed. Answers are kept in the journal, which answers what an interrupted run has read already.
 */
export function trackerClient({ tracker, headers, advice, journal }: TrackerClientOptions) {
  async function read(url: string): Promise<Page> {
    for (let attempt = 1; ; attempt++) {
      const answer = await send(url);
      if (answer?.text !== undefined) return pageOf(answer, url);
      const waitMs = answer && limitedFor(answer);
      if (waitMs !== undefined) attempt = 0;
      else if (answer && !isTemporary(answer.response.status)) throw refused(answer.response.status, url);
      else if (attempt === ATTEMPTS_MAX) throw new CommandError(`${tracker} does not answer. ${RESUME_HINT}`);
      await wait(waitMs, attempt);
    }
  }

  async function wait(limitedMs: number | undefined, attempt: number): Promise<void> {
    const ms = Math.max(FIRST_DELAY_MS, limitedMs ?? FIRST_DELAY_MS * 2 ** (attempt - 1));
    if (ms > DELAY_MAX_MS) {
      const hours = Math.ceil(ms / (60 * 60 * 1_000));
      throw new CommandError(`${tracker} asks to wait ${hours} hours. ${RESUME_HINT}`);
    }
    const reason = limitedMs === undefined ? 'does not answer' : 'limits how much may be read';
    writeError(`Waiting ${Math.ceil(ms / 1_000)} s: ${tracker} ${reason}.\n`);
    await delay(ms);
  }

  /** The response, with its text if it is one of success; undefined if it has not arrived whole. */
  async function send(first: string): Promise<TrackerAnswer | undefined> {
    let url = first;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const response = await fetch(url, { headers, signal, redirect: 'manual' }).catch(() => undefined);
      const target = response && redirectOf(response, url);
      if (response === undefined) return undefined;
      if (target === undefined) return await answerOf(response);
      await response.body?.cancel();
      url = ownAddress(target, url);
    }
    throw new CommandError(`${tracker} leads from page to page at ${new URL(first).pathname}.`);
  }

  async function answerOf(response: Response): Promise<TrackerAnswer | undefined> {
    if (response.status === 403) return { response, refusal: await startOf(response) };
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined);
      return { response };
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const chunk of (response.body as AsyncIterable<Uint8Array> | null) ?? []) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > PAGE_MAX_BYTES) break;
      }
    } catch {
      return undefined;
    }
    if (bytes > PAGE_MAX_BYTES) throw new CommandError(`${tracker} answered with a page that is too large.`);
    return { response, text: Buffer.concat(chunks).toString() };
  }

  /** Throws a CommandError for an address of another server: the token is for this one only. */
  function ownAddress(address: string, url: string): string {
    const { origin } = new URL(address);
    if (origin === new URL(url).origin) return address;
    throw new CommandError(`${tracker} names a page on another server, ${origin}.`);
  }

  function pageOf({ response, text = '' }: TrackerAnswer, url: string): Page {
    const named = nextOf(response.headers.get('link'));
    const next =
      named !== undefined && URL.canParse(named, url) ? ownAddress(new URL(named, url).href, url) : undefined;
    try {
      return { content: JSON.parse(text), next };
    } catch {
      throw new CommandError(
        `${tracker} answered with something else than JSON at ${new URL(url).pathname}.`,
      );
    }
  }

  const refused = (status: number, url: string): CommandError => {
    const hint = [401, 403, 404].includes(status) ? advice : RESUME_HINT;
    return new CommandError(`${tracker} answered ${status} to ${new URL(url).pathname}. ${hint}`);
  };

  let pages = 0;

  async function get(url: string): Promise<Page> {
    if (++pages > PAGES_MAX) throw new CommandError(`${tracker} has more than ${PAGES_MAX} pages.`);
    const known = journal.find(url);
    if (known) return known;
    const page = await read(url);
    journal.add(url, page);
    return page;
  }

  return {
    get,
    /** Returns what reads the pages of one list. It throws a CommandError for one that leads back to another: it has no end. */
    list(): (url: string) => Promise<Page> {
      const asked = new Set<string>();
      return async (url) => {
        if (asked.has(url)) throw new CommandError(`${tracker} names a page again that was read already.`);
        asked.add(url);
        return await get(url);
      };
    },
  };
}

interface TrackerAnswer {
  response: Response;
  text?: string;
  /** How the text of a 403 begins, which says whether a limit is the reason. */
  refusal?: string;
}

/** The first bytes of a response. */
async function startOf(response: Response): Promise<string> {
  try {
    for await (const chunk of (response.body as AsyncIterable<Uint8Array> | null) ?? [])
      return Buffer.from(chunk).toString();
  } catch {
    // What has not arrived says nothing.
  }
  return '';
}

const RESUME_HINT = 'Run the same command again later: it goes on from there.';

const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/**
 * The milliseconds that a rate limit asks to wait for; undefined if the response is about something else. GitHub says of a
 * secondary limit only in the text that it is one (docs.github.com/rest, rate limits), and asks for a minute.
 */
function limitedFor({ response: { status, headers }, refusal = '' }: TrackerAnswer): number | undefined {
  if (status !== 429 && status !== 403 && status !== 503) return undefined;
  const seconds = z.coerce
    .number()
    .nonnegative()
    .safeParse(headers.get('retry-after') ?? undefined);
  if (seconds.success) return seconds.data * 1_000;
  if (headers.get('x-ratelimit-remaining') === '0') {
    const resetsAt = Number(headers.get('x-ratelimit-reset')) * 1_000;
    return Number.isFinite(resetsAt) ? resetsAt - Date.now() : LIMITED_DELAY_MS;
  }
  return status === 429 || /secondary rate limit/i.test(refusal) ? LIMITED_DELAY_MS : undefined;
}

/** The address that a redirect leads to. */
function redirectOf({ status, headers }: Response, url: string): string | undefined {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  return location !== null && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

/** The address of the next page in a Link header (RFC 8288). */
const nextOf = (link: string | null): string | undefined =>
  /<([^>]+)>;[^,]*\brel="next"/.exec(link ?? '')?.[1];

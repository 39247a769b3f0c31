import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Demo } from '../../cli/core/demo-file.ts';
import type { RunningService } from '../local/start.ts';

const COMMAND = fileURLToPath(new URL('../../cli/plotline.mjs', import.meta.url));

/** Calls the API as the demo's admin and returns the response, whatever its status. */
export async function send(
  { baseUrl }: Pick<RunningService, 'baseUrl'>,
  demo: Demo,
  path: string,
  init: RequestInit = {},
): Promise<{ ok: boolean; status: number; body: string }> {
  const url = `${baseUrl}/api/v1/workspaces/${demo.workspaceId}/${path}`;
  const headers = {
    authorization: `Bearer ${demo.tokens.admin}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const response = await fetch(url, { ...init, headers });
  return { ok: response.ok, status: response.status, body: await response.text() };
}

/** Calls the API as the demo's admin. Throws an Error unless it succeeds. */
export async function call(
  local: Pick<RunningService, 'baseUrl'>,
  demo: Demo,
  path: string,
  init?: RequestInit,
): Promise<string> {
  const { ok, status, body } = await send(local, demo, path, init);
  if (!ok) throw new Error(`${path} answers ${status}: ${body}`);
  return body;
}

interface FeedPage {
  events: { type: string; data: { id: string } }[];
  cursor: string;
  /** The code of the error, if the feed refuses the cursor. */
  error?: string;
}

/** Reads the changes feed from a cursor to its end; without one, begins it. */
export async function readFeedToEnd(
  local: Pick<RunningService, 'baseUrl'>,
  demo: Demo,
  from?: string,
): Promise<FeedPage> {
  const events: FeedPage['events'] = [];
  for (let cursor = from; ;) {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const { body } = await send(local, demo, `changes${query}`);
    const { data, meta, error } = JSON.parse(body) as {
      data?: FeedPage['events'];
      meta: { resumeCursor: string; hasMore: boolean };
      error?: { code: string };
    };
    if (error) return { events, cursor: cursor ?? '', error: error.code };
    events.push(...data!);
    cursor = meta.resumeCursor;
    if (!meta.hasMore) return { events, cursor };
  }
}

/** Runs the plotline command on the service of a home folder. Throws an Error with its output unless it succeeds. */
export async function plotline(home: string, parameters: readonly string[], demo: Demo): Promise<void> {
  const env = {
    ...process.env,
    PLOTLINE_HOME: home,
    PLOTLINE_URL: demo.baseUrl,
    PLOTLINE_TOKEN: demo.tokens.admin,
  };
  const child = spawn(process.execPath, [COMMAND, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [said, failed, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`plotline ${parameters[0]} failed: ${said}${failed}`);
}

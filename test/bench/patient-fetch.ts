import { setTimeout as delay } from 'node:timers/promises';

export const SERVICE_UNAVAILABLE = 503;
/** How often in succession a request is sent again that a busy service has refused. */
export const BUSY_REPEATS = 100;

/**
 * Fetches as a client does: what a service that is busy at the moment refuses is sent again after its Retry-After. A
 * bench runs beside others on machines that stand still for seconds.
 */
export async function fetchPatiently(url: string | URL, init?: RequestInit): Promise<Response> {
  for (let repeat = 0; ; repeat++) {
    const answer = await fetch(url, init);
    if (answer.status !== SERVICE_UNAVAILABLE || repeat === BUSY_REPEATS) return answer;
    await answer.body?.cancel();
    await delay(Number(answer.headers.get('retry-after')) * 1_000);
  }
}

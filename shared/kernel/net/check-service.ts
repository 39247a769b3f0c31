import { setTimeout as delay } from 'node:timers/promises';

interface Check {
  path: string;
  accept: string;
  /** Whether a body with status 200 is what is expected there. */
  holds: (body: string) => boolean;
}

/** Whether a body is a JSON object with a member. */
function hasMember(body: string, name: string): boolean {
  try {
    return name in (JSON.parse(body) as object);
  } catch {
    return false;
  }
}

const checks: Check[] = [
  { path: '/liveness', accept: 'application/json', holds: (body) => hasMember(body, 'data') },
  { path: '/readiness', accept: 'application/json', holds: (body) => hasMember(body, 'data') },
  { path: '/openapi.json', accept: 'application/json', holds: (body) => hasMember(body, 'paths') },
  { path: '/sign-in', accept: 'text/html', holds: (body) => /<h1[\s>]/.test(body) },
];

interface CheckResult {
  path: string;
  /** The problem; undefined if the check passed. */
  problem: string | undefined;
}

const RETRY_MS = 2_000;
const TIMEOUT_MS = 10_000;

/**
 * Asks a deployed service for its liveness, readiness, description and a page. What fails is asked again for
 * `waitMs`, since a new distribution or host name takes a moment to be found everywhere.
 */
export async function checkService(baseUrl: string, waitMs: number): Promise<CheckResult[]> {
  const until = Date.now() + waitMs;
  return await Promise.all(
    checks.map(async (check) => {
      for (;;) {
        const problem = await problemOf(baseUrl, check);
        if (problem === undefined || Date.now() >= until) return { path: check.path, problem };
        await delay(RETRY_MS);
      }
    }),
  );
}

async function problemOf(baseUrl: string, { path, accept, holds }: Check): Promise<string | undefined> {
  try {
    const answer = await fetch(baseUrl + path, {
      headers: { accept },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await answer.text();
    if (answer.status !== 200) return `answers ${answer.status}: ${body.slice(0, 200)}`;
    return holds(body) ? undefined : `answers 200 with something else: ${body.slice(0, 200)}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `does not answer: ${cause instanceof Error ? cause.message : message}`;
  }
}

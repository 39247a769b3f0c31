import { functionGroups } from '../../shared/surface/registry.ts';

interface GroupCheck {
  group: string;
  path: string;
  /** The problem; undefined if the group's function answered. */
  problem: string | undefined;
}

const TIMEOUT_MS = 10_000;
/** Stands for whatever a path names: no such thing exists, which only the function can say. */
const ANY_ID = '00000000-0000-7000-8000-000000000000';

/** Asks one path of each group without a credential: its function refuses or answers, the gateway itself must not. */
export const checkGroups = (baseUrl: string): Promise<GroupCheck[]> =>
  Promise.all(
    Object.entries(functionGroups).map(async ([group, { operations, routes }]) => {
      const all = [...operations, ...routes];
      // Where a group has no GET, as MCP, its function says so itself.
      const { path: pattern } = all.find(({ method }) => method === 'GET') ?? all[0]!;
      const path = pattern.replaceAll(/\{[^}]+\}/g, ANY_ID);
      return { group, path, problem: await problemOf(baseUrl + path) };
    }),
  );

async function problemOf(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await answer.text();
    // The gateway's own answers are `{"message":"Not Found"}` and the like.
    const isOfGateway = answer.status >= 400 && /^\{"message":"[^"]*"\}$/.test(body);
    if (answer.status < 500 && !isOfGateway) return undefined;
    return `answers ${answer.status}: ${body.slice(0, 200)}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `does not answer: ${cause instanceof Error ? cause.message : message}`;
  }
}

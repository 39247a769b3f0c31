import { functionGroups } from '../../shared/surface/registry.ts';

interface GroupPath {
  group: string;
  path: string;
}

interface GroupAnswer {
  /** Undefined if nothing answered. */
  status?: number;
  /** The problem; undefined if the group's function answered. */
  problem: string | undefined;
}

const TIMEOUT_MS = 10_000;
/** Stands for whatever a path names: no such thing exists, which only the function can say. */
const ANY_ID = '00000000-0000-7000-8000-000000000000';

/** A path of each group that can be asked without a credential. */
export const groupPaths = (): GroupPath[] =>
  Object.entries(functionGroups).map(([group, { operations, routes }]) => {
    const all = [...operations, ...routes];
    // Where a group has no GET, as MCP, its function says so itself.
    const { path } = all.find(({ method }) => method === 'GET') ?? all[0]!;
    return { group, path: path.replaceAll(/\{[^}]+\}/g, ANY_ID) };
  });

/** Asks one path of each group without a credential: its function refuses or answers, the gateway itself must not. */
export const checkGroups = (baseUrl: string): Promise<(GroupPath & GroupAnswer)[]> =>
  Promise.all(groupPaths().map(async (one) => ({ ...one, ...(await askGroup(baseUrl + one.path)) })));

/** Asks a URL of a group. */
export async function askGroup(url: string): Promise<GroupAnswer> {
  try {
    const { status, ...answer } = await readAnswer(url);
    // The gateway's own answers are `{"message":"Not Found"}` and the like.
    const isOfGateway = status >= 400 && /^\{"message":"[^"]*"\}$/.test(answer.body);
    if (status < 500 && !isOfGateway) return { status, problem: undefined };
    return { status, problem: `answers ${status}: ${answer.body.slice(0, 200)}` };
  } catch (error) {
    const { message, cause } = error as Error;
    return { problem: `does not answer: ${cause instanceof Error ? cause.message : message}` };
  }
}

async function readAnswer(url: string): Promise<{ status: number; body: string }> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: answer.status, body: await answer.text() };
}

import type { ClockedService } from '../../support/clocked-service.ts';
import { newKey, newWorkspace } from '../../support/workspace.ts';

/** More than any limit under test. */
const REQUESTS_MAX = 200;

interface Heard {
  status: number;
  headers: Headers;
  json: any;
}

/** A member of a workspace of their own, and what they can send. */
export async function newMember(service: Pick<ClockedService, 'baseUrl'>) {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const path = `${service.baseUrl}${workspace.path}`;
  const send = async (token: string, url: string, body?: unknown): Promise<Heard> => {
    const answer = await fetch(`${path}${url}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': newKey(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, json: await answer.json() };
  };
  return {
    workspace,
    team,
    member,
    list: (token = member.token) => send(token, '/stories'),
    post: (url: string, body: unknown, token = member.token) => send(token, url, body),
  };
}

/** How many requests pass until one is refused. */
export async function untilRefused(send: () => Promise<{ status: number }>): Promise<number> {
  for (let sent = 0; sent < REQUESTS_MAX; sent++) if ((await send()).status === 429) return sent;
  throw new Error('No request was refused.');
}

export const callTool = (
  service: Pick<ClockedService, 'baseUrl'>,
  accessToken: string,
  name: string,
  args: object,
) =>
  fetch(`${service.baseUrl}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });

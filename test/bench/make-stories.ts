import { randomUUID } from 'node:crypto';
import { description, title, type Address, type Fixture } from './fixture.ts';
import { fetchPatiently } from './patient-fetch.ts';

const PER_REQUEST = 100;

/** Creates stories of a team through the API, 100 to a request. */
export async function makeStories(
  { baseUrl }: Pick<Address, 'baseUrl'>,
  { token, workspaceId }: Pick<Fixture, 'token' | 'workspaceId'>,
  teamId: string,
  count: number,
): Promise<void> {
  for (let made = 0; made < count; made += PER_REQUEST) {
    const items = Array.from({ length: Math.min(PER_REQUEST, count - made) }, (_, at) => ({
      idempotencyKey: randomUUID(),
      body: { teamId, title: title(made + at), description },
    }));
    const answer = await fetchPatiently(`${baseUrl}/api/v1/workspaces/${workspaceId}/bulk/stories`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ items }),
    });
    const text = await answer.text();
    const { data } = JSON.parse(text) as { data?: { items: { httpStatus: number }[] } };
    if (data === undefined || data.items.some(({ httpStatus }) => httpStatus !== 201)) {
      throw new Error(`bulkCreateStories answered ${answer.status}: ${text.slice(0, 500)}`);
    }
  }
}

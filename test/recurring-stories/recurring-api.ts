import type { RecurringStory } from '../../shared/planning/recurring-stories/recurring-story.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

type Headers = Record<string, string>;

/** The recurring stories of a workspace, as one client manages them. */
export function recurringApi({ path }: Pick<TestWorkspace, 'path'>, client: Client) {
  const at = (id: string) => `${path}/recurring-stories/${id}`;
  const send = (body: object, headers: Headers = {}) =>
    client.post(`${path}/recurring-stories`, body, { 'idempotency-key': newKey(), ...headers });
  return {
    send,
    /** Creates a recurring story; throws where that is refused. */
    create: async (fields: object): Promise<RecurringStory> =>
      dataOf(await send({ name: 'Again', rule: 'FREQ=WEEKLY', ...fields }), 201),
    get: (id: string) => client.get(at(id)),
    list: (query: Record<string, string | number> = {}) => client.get(`${path}/recurring-stories`, query),
    update: ({ id, updatedAt }: RecurringStory, fields: object, headers: Headers = {}) =>
      client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers),
    delete: (id: string, headers: Headers = {}) => client.delete(at(id), headers),
  };
}

/** A workspace with two teams: a member of the first, and somebody of the other. */
export async function newRecurringWorkspace() {
  const workspace = await newWorkspace();
  const [team, other] = [await workspace.team(), await workspace.team()];
  const [member, outsider] = [
    await workspace.person('member', [team]),
    await workspace.person('member', [other]),
  ];
  return {
    workspace,
    team,
    other,
    member,
    recurring: recurringApi(workspace, member.client),
    theirs: recurringApi(workspace, outsider.client),
  };
}

/** The day that is some days from today, in UTC. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { dataOf, storyApi } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';
import type { ServiceAddress } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

type Ided = { id: string };
type Query = NonNullable<RequestOptions['query']>;
type Headers = NonNullable<RequestOptions['headers']>;

/** The triage of teams as one client uses it. */
export function triageApi({ path }: { path: string }, client: Client) {
  const send = (story: Ided, body: object, headers?: Headers) =>
    client.post(`${path}/stories/${story.id}/triage`, body, headers);
  return {
    send,
    decide: async (story: Ided, decision: string, fields: object = {}): Promise<Story> =>
      dataOf(await send(story, { decision, ...fields }), 200),
    sendList: (team: Ided, query: Query = {}) => client.get(`${path}/teams/${team.id}/triage`, query),
    ids: async (team: Ided, state?: string): Promise<string[]> =>
      dataOf<Story[]>(await client.get(`${path}/teams/${team.id}/triage`, state ? { state } : {}), 200).map(
        ({ id }) => id,
      ),
    similar: async (story: Ided): Promise<Story[]> =>
      dataOf(await client.get(`${path}/stories/${story.id}/similar`), 200),
  };
}

/** Has new stories of a team wait in triage. */
export async function switchIntakeOn({ path }: { path: string }, admin: Client, team: Ided): Promise<Team> {
  const { updatedAt: expectedUpdatedAt } = (await admin.get(`${path}/teams/${team.id}`)).json.data;
  const body = { expectedUpdatedAt, intakeEnabled: true };
  return dataOf(await admin.patch(`${path}/teams/${team.id}`, body), 200);
}

/** A workspace with a team that has a triage, and its admin. */
export async function newTriageWorkspace(service?: ServiceAddress) {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  await switchIntakeOn(workspace, admin.client, team);
  const stories = storyApi(workspace, admin.client);
  const triaged = (fields: object = {}) => stories.create({ teamId: team.id, triage: true, ...fields });
  return { workspace, team, admin, stories, triaged, triage: triageApi(workspace, admin.client) };
}

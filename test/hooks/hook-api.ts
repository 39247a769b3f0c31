import { createHmac, randomUUID } from 'node:crypto';
import type { Hook } from '../../shared/planning/hooks/hook.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { serviceAccountApi } from '../service-accounts/service-account-api.ts';
import { statusOf, storyApi, dataOf } from '../stories/story-api.ts';
import { createClient, type Answer, type Client, type RequestOptions } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

type Headers = Record<string, string>;

/** A hook with its secret. */
export interface SecretHook extends Hook {
  secret: string;
}

/** The operations on hooks as one client calls them. */
export function hookApi({ path }: { path: string }, client: Client) {
  const root = `${path}/hooks`;
  const at = (id: string) => `${root}/${id}`;
  return {
    root,
    send: (body: object, headers: Headers = {}) => client.post(root, { name: 'Code', ...body }, headers),
    async create(body: object): Promise<SecretHook> {
      const answer = await client.post(root, { name: 'Code', provider: 'github', ...body });
      return { ...dataOf<Hook>(answer, 201), secret: answer.json.signingSecret as string };
    },
    get: (id: string) => client.get(at(id)),
    read: async (id: string): Promise<Hook> => dataOf(await client.get(at(id)), 200),
    list: (query: RequestOptions['query'] = {}) => client.get(root, query),
    update: ({ id, updatedAt }: Pick<Hook, 'id' | 'updatedAt'>, fields: object, headers: Headers = {}) =>
      client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers),
    delete: (id: string, headers: Headers = {}) => client.delete(at(id), headers),
    rotate: (id: string, headers: Headers = {}) => client.post(`${at(id)}/rotate-secret`, undefined, headers),
  };
}

export type HookApi = ReturnType<typeof hookApi>;

/** The signature of GitHub for a body. */
export const githubSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Delivers a payload of GitHub, signed. */
export function deliverGithub(
  { path, secret }: Pick<SecretHook, 'path' | 'secret'>,
  event: string,
  payload: object,
  headers: Headers = {},
): Promise<Answer> {
  const raw = JSON.stringify(payload);
  return createClient(sharedService().baseUrl).request('POST', path, {
    raw,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-delivery': randomUUID(),
      'x-github-event': event,
      'x-hub-signature-256': githubSignature(secret, raw),
      ...headers,
    },
  });
}

/** A workspace with a team, an admin in it, a service account of it, and a hook of GitHub without moves. */
export async function newHookWorkspace() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const account = await workspace.serviceAccount([team]);
  const stories = storyApi(workspace, admin.client);
  const statuses = {
    backlog: await statusOf(workspace, admin.client, team, 'backlog'),
    unstarted: await statusOf(workspace, admin.client, team, 'unstarted'),
    started: await statusOf(workspace, admin.client, team, 'started'),
    completed: await statusOf(workspace, admin.client, team, 'completed'),
    cancelled: await statusOf(workspace, admin.client, team, 'cancelled'),
  };
  const api = hookApi(workspace, admin.client);
  const rule = (fields: object = {}) => ({ teamId: team.id, ...fields });
  const usual = {
    openedStatusId: statuses.started,
    mergedStatusId: statuses.completed,
    closedStatusId: statuses.cancelled,
  };
  return {
    workspace,
    team,
    admin,
    account,
    stories,
    statuses,
    api,
    rule,
    /** Creates a hook that moves stories as most teams want it, unless `fields` say otherwise. */
    hook: (fields: object = {}): Promise<SecretHook> =>
      api.create({ serviceAccountId: account.id, rules: [rule(usual)], ...fields }),
    /** Another team that the admin and the service account are in. */
    async otherTeam(): Promise<Team> {
      const other = await workspace.team();
      await workspace.operator.joinTeam({
        workspaceId: workspace.id,
        teamId: other.id,
        principalId: admin.id,
      });
      const given = await serviceAccountApi(workspace, admin.client).give(account.id, other.id);
      dataOf(given, 200);
      return other;
    },
    story: (fields: object = {}): Promise<Story> => stories.create({ teamId: team.id, ...fields }),
  };
}

export type HookWorkspace = Awaited<ReturnType<typeof newHookWorkspace>>;

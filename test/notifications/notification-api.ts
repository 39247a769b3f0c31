import { randomUUID } from 'node:crypto';
import { addNotification } from '../../shared/planning/news/add-notification.ts';
import type { Notification } from '../../shared/planning/news/notification.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { storyApi } from '../stories/story-api.ts';
import type { Answer, Client, RequestOptions } from '../support/client.ts';
import { planningApi } from '../support/planning.ts';
import { workerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** The notifications of a person as their client calls them. */
export function notificationApi({ path }: { path: string }, client: Client) {
  const all = `${path}/notifications`;
  const list = (query: RequestOptions['query'] = {}): Promise<Answer> => client.get(all, query);
  const shown = async (query: RequestOptions['query'] = {}): Promise<Notification[]> => {
    const { status, json, text } = await list(query);
    if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
    return json.data as Notification[];
  };
  return {
    list,
    shown,
    kinds: async (query: RequestOptions['query'] = {}) => (await shown(query)).map(({ kind }) => kind),
    get: (id: string) => client.get(`${all}/${id}`),
    mark: (id: string, as: 'read' | 'unread', headers: Record<string, string> = {}) =>
      client.post(`${all}/${id}/${as}`, undefined, headers),
    markAll: (until: string, headers: Record<string, string> = {}) =>
      client.post(`${all}/read`, { until }, headers),
    unread: async (): Promise<number> => (await client.get(`${all}/unread-count`)).json.data.unread,
    preferences: () => client.get(`${path}/notification-preferences`),
    prefer: (body: object, headers: Record<string, string> = {}) =>
      client.patch(`${path}/notification-preferences`, body, headers),
  };
}

/** Tells a person of a story, as the projection does, and returns the id of the notification. */
export async function newNotification(
  { id: workspaceId, path, database }: Pick<TestWorkspace, 'id' | 'path' | 'database'>,
  person: Pick<Person, 'id' | 'client'>,
  storyId: string,
): Promise<string> {
  const actor = { kind: 'user', id: person.id, via: 'rest' } as const;
  const news = { kind: 'assigned', reason: [randomUUID()], at: new Date().toISOString(), actor } as const;
  await addNotification({ database }, { workspaceId, memberId: person.id }, { ...news, about: { storyId } });
  const [newest] = await notificationApi({ path }, person.client).shown({ limit: 1 });
  return newest!.id;
}

/** A team with Ada, who does things, and Grace, who is notified of them. */
export async function newTellingTeam() {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const [ada, grace] = [
    await workspace.person('member', [team]),
    await workspace.person('member', [team]),
  ] as const;
  const rename = async ({ id }: Person, name: string) =>
    workspace.operator.updateMember((await workspace.operator.getMember(workspace.id, id))!, { name });
  await rename(ada, 'Ada Lovelace');
  await rename(grace, 'Grace Hopper');
  return {
    service,
    workspace,
    team,
    ada,
    grace,
    stories: storyApi(workspace, ada.client),
    plan: planningApi(workspace, ada.client),
    own: notificationApi(workspace, grace.client),
    comment: ({ id }: Pick<Story, 'id'>, content: string, by = ada) =>
      by.client.post(`${workspace.path}/stories/${id}/comments`, { content }),
    /** Waits until all that was written has been told. */
    told: async () => {
      for (let step = 0; step < 3; step++) await service.streamsIdle();
    },
  };
}

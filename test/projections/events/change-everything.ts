import { expect } from 'vitest';
import { commit } from '../../../shared/kernel/db/write.ts';
import { putForecast } from '../../../shared/planning/forecasts/forecast-store.ts';
import { eventKinds } from '../../../shared/events/webhooks/webhook.ts';
import { sessionApi } from '../../agent-sessions/session-api.ts';
import type { Answer, Client } from '../../support/client.ts';
import { attachmentApi } from '../../attachments/attachment-api.ts';
import { newProposal } from '../../proposals/proposal-api.ts';
import { feedbackApi, type Feedback } from '../../support/feedback.ts';
import { dayFromNow } from '../../recurring-stories/recurring-api.ts';
import { span } from '../../support/planning.ts';
import type { WorkerService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';

/** An address of the service's own inbox that nothing else is sent to: all tests of a worker share the inbox. */
export const inboxUrlOf = ({ id }: TestWorkspace) => `https://inbox.plotline.test/everything/${id}`;

/** What the inbox was sent at an address, the latest first. */
export async function receivedAt(service: WorkerService, url: string): Promise<Received[]> {
  const answer = await fetch(`${service.baseUrl}/_local/inbox.json`);
  const { deliveries } = (await answer.json()) as { deliveries: (Received & { path: string })[] };
  return deliveries.filter(({ path }) => path === new URL(url).pathname);
}

export interface Received {
  type: string;
  headers: Record<string, string>;
  body: string;
}

/** Kinds of which no change makes an event. */
export const never = ['relation.updated', 'attachment.updated'];
/** Kinds that nobody receives: they follow the deletion of their team, which then has no members. */
export const unheard = ['label.deleted', 'custom_field.deleted', 'status.deleted'];

/** Kinds that only the log of the deleted team has, which nobody can read any more. */
export const goneWithTeam = ['team.created', 'team.deleted'];

/** A workspace in which everything has been changed. */
export interface Changed {
  workspace: TestWorkspace;
  admin: Person;
  /** Who proposes what the admin decides. */
  author: Person;
  /** When the endpoint was created: the operator's code has set up the workspace before. */
  began: string;
  endpointId: string;
}

interface Made {
  id: string;
  updatedAt: string;
}

async function succeeded<T>(answer: Promise<Answer>): Promise<T> {
  const { status, json, text } = await answer;
  if (status >= 300) throw new Error(`It answered ${status}: ${text}`);
  return json.data as T;
}

/**
 * Creates, updates and deletes one of each subject, with an endpoint that subscribes to all of it, and waits for its deliveries. `begin`
 * is called before the first change.
 */
export async function changeEverything(
  service: WorkerService,
  begin: (changed: Changed) => Promise<unknown> = async () => undefined,
): Promise<Changed> {
  const workspace = await newWorkspace(service);
  const kept = await workspace.team();
  const { id: teamId } = kept;
  const admin = await workspace.person('admin', [{ id: teamId } as never]);
  const { client, id } = admin;
  const author = await workspace.person('member', [kept]);
  const { path } = workspace;
  const made = async (noun: string, body: object) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const { status, json, text } = await client.post(`${path}/${noun}`, body, key);
    if (status !== 201) throw new Error(`${noun} answered ${status}: ${text}`);
    return json.data as Made & { createdAt: string };
  };
  const endpoint = await made('webhook-endpoints', {
    name: 'Inbox',
    url: inboxUrlOf(workspace),
    subscriptions: eventKinds,
  });
  const changed = { workspace, admin, author, began: endpoint.createdAt, endpointId: endpoint.id };
  await begin(changed);
  await made(`webhook-endpoints/${endpoint.id}/test`, {});
  const sprint = await made('sprints', { teamId, name: 'Sprint', ...span });
  const objective = await made('objectives', { teamId, name: 'Objective' });
  const result = await made('key-results', {
    objectiveId: objective.id,
    name: 'Result',
    measurementType: 'percentage',
  });
  const update = await made(`objectives/${objective.id}/updates`, { health: 'on_track', body: 'Going' });
  const agent = await workspace.serviceAccount([{ id: teamId } as never]);
  const fields = { teamId, title: 'Story', sprintId: sprint.id, assigneeId: agent.id };
  const story = await made('stories', fields);
  const sessions = sessionApi(workspace, agent.client);
  await sessions.add((await sessions.on(story)).id, { kind: 'thought', body: 'Hm' });
  const comment = await made(`stories/${story.id}/comments`, { content: 'Comment' });
  const files = attachmentApi(workspace, client);
  const file = await files.attach(story);
  await succeeded(files.delete(story, file));
  const time = await made(`stories/${story.id}/time-entries`, { minutes: 30 });
  const timeAt = `${path}/stories/${story.id}/time-entries/${time.id}`;
  await succeeded(client.patch(timeAt, { expectedUpdatedAt: time.updatedAt, note: 'Changed' }));
  // While there is the story, which says the team of the event.
  await succeeded(client.delete(timeAt));
  const other = await made('stories', { teamId, title: 'Another' });
  const relation = await made(`stories/${story.id}/relations`, { type: 'blocks', relatedStoryId: other.id });
  const { fencingNumber } = await succeeded<{ fencingNumber: number }>(
    client.post(`${path}/stories/${other.id}/claim`, { leaseSeconds: 60 }),
  );
  await succeeded(client.post(`${path}/stories/${other.id}/claim/release`, { fencingNumber }));
  const ended = await client.delete(`${path}/stories/${story.id}/relations/${relation.id}`);
  expect(ended.status).toBe(200);
  const proposing = await workspace.clientFor(author.id, { writes: 'proposed' });
  for (const act of ['accept', 'reject'])
    await succeeded(
      client.post(`${path}/proposals/${await newProposal(workspace, kept, proposing)}/${act}`, {}),
    );
  const changes: [string, { id: string; updatedAt: string }, object][] = [
    [`stories/${story.id}/comments`, comment, { content: 'Changed' }],
    ['stories', story, { title: 'Changed' }],
    ['sprints', sprint, { name: 'Changed' }],
    ['key-results', result, { name: 'Changed' }],
    [`objectives/${objective.id}/updates`, update, { body: 'Changed' }],
    [
      'objectives',
      await succeeded<Made>(client.get(`${path}/objectives/${objective.id}`)),
      { name: 'Changed' },
    ],
  ];
  for (const [noun, { id, updatedAt }, change] of changes) {
    const at = `${path}/${noun}/${id}`;
    expect((await client.patch(at, { expectedUpdatedAt: updatedAt, ...change })).status, at).toBe(200);
  }
  const forecast = {
    madeOn: 1,
    p85: null,
    endless: true,
    past: [],
    doneOn: null,
    outcomes: { held: 0, of: 0 },
  };
  await commit(workspace.database, [putForecast(objective.id, { ...forecast, late: true })]);
  const planned = await succeeded<Made>(
    client.post(
      `${path}/stories`,
      { title: 'x', teamId, assigneeId: id, autoSchedulingEnabled: true, estimatedDurationMinutes: 30 },
      { 'idempotency-key': crypto.randomUUID() },
    ),
  );
  await until(async () => {
    const { json } = await client.get(`${path}/stories/${planned.id}/schedule`);
    return json.data.status === 'scheduled';
  });
  await service.streamsIdle();
  for (const [noun, { id }] of changes) {
    expect((await client.delete(`${path}/${noun}/${id}`)).status, noun).toBe(200);
  }
  await changeWorkspace(service, workspace, client, kept);
  await changeFeedback(feedbackApi(workspace, client), client, id);
  // A projection deletes the comments of an item that was deleted, which makes events in turn.
  for (let step = 0; step < 3; step++) await service.streamsIdle();
  await service.queuesIdle();
  return changed;
}

/** What a workspace is set up with, and who is in it. */
async function changeWorkspace(service: WorkerService, { path }: TestWorkspace, client: Client, kept: Made) {
  const sent = succeeded<Made>;
  const change = (noun: string, { id, updatedAt }: Made, fields: object) =>
    sent(client.patch(`${path}/${noun}/${id}`, { expectedUpdatedAt: updatedAt, ...fields }));
  const code = `B${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const team = await sent(client.post(`${path}/teams`, { name: 'Brief', code }));
  await change('teams', kept, { name: 'Changed' });
  await change('labels', await sent(client.post(`${path}/labels`, { name: 'Label' })), { name: 'Changed' });
  const template = await sent(client.post(`${path}/story-templates`, { name: 'Template', teamId: kept.id }));
  await change('story-templates', template, { name: 'Changed' });
  await sent(client.delete(`${path}/story-templates/${template.id}`));
  const recurrence = { rule: 'FREQ=YEARLY', startDate: dayFromNow(9) };
  const recurring = await sent(
    client.post(`${path}/recurring-stories`, { name: 'Again', teamId: kept.id, ...recurrence }),
  );
  await change('recurring-stories', recurring, { name: 'Changed' });
  await sent(client.delete(`${path}/recurring-stories/${recurring.id}`));
  const field = await sent(client.post(`${path}/custom-fields`, { name: 'Field', type: 'text' }));
  await change('custom-fields', field, { name: 'Changed' });
  const status = { appliesTo: 'objective', name: 'Odd', category: 'started' };
  await change('statuses', await sent(client.post(`${path}/statuses`, status)), { name: 'Changed' });
  const email = `${crypto.randomUUID()}@example.com`;
  const member = await sent(client.post(`${path}/members`, { name: 'Member', email, role: 'guest' }));
  await change('members', member, { name: 'Changed' });
  await sent(client.delete(`${path}/members/${member.id}`));
  await change('teams', team, { name: 'Changed too' });
  // Its own events would no longer have a receiver.
  await service.streamsIdle();
  await service.queuesIdle();
  await sent(client.delete(`${path}/teams/${team.id}`));
}

async function changeFeedback(feedback: Feedback, client: Client, authorId: string) {
  const portal = await feedback.portal({ boards: [{ name: 'Ideas' }] });
  const at = feedback.pathOf(portal);
  const [item, update] = [await feedback.item(portal), await feedback.update(portal)];
  const comment = await feedback.comment(portal, item, { id: authorId } as Person);
  await succeeded(client.patch(`${at}/items/${item.id}/comments/${comment.id}`, { hidden: true }));
  await feedback.change(`${at}/items/${item.id}`, item, { status: 'planned' });
  await feedback.change(`${at}/updates/${update.id}`, update, { title: 'Changed' });
  await feedback.change(at, portal, { name: 'Changed' });
  for (const gone of [`${at}/items/${item.id}`, `${at}/updates/${update.id}`, at])
    await succeeded(client.delete(gone));
}

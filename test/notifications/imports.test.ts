import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { listWatches } from '../../shared/planning/story/watcher-store.ts';
import { sessionApi } from '../agent-sessions/session-api.ts';
import { dataOf, statusOf, storyApi } from '../stories/story-api.ts';
import { addressOf, type Person } from '../support/workspace.ts';
import { newTellingTeam, notificationApi } from './notification-api.ts';

/** What another tool knew is no news; what happens here to what came from there is. */
let made: Awaited<ReturnType<typeof newTellingTeam>>;
let admin: Person;
let agent: Awaited<ReturnType<(typeof made)['workspace']['serviceAccount']>>;

const createdAt = '2025-03-01T08:00:00.000Z';

beforeAll(async () => {
  made = await newTellingTeam();
  admin = await made.workspace.person('admin', [made.team]);
  agent = await made.workspace.serviceAccount([made.team]);
});

/** All that was notified of a story: notifications by person, mails, sessions of agents, and who watches it by an act. */
async function toldOf({ id, title }: Story) {
  const { service, workspace, told, ada, grace } = made;
  await told();
  await service.queuesIdle();
  const people = [ada, grace, admin];
  const lists = await Promise.all(
    people.map(async ({ client }) => await notificationApi(workspace, client).shown()),
  );
  const addresses = await Promise.all(people.map((person) => addressOf(workspace, person.id)));
  return {
    kinds: lists.map((list) => list.filter(({ resource }) => resource.id === id).map(({ kind }) => kind)),
    mails: service.mailbox.mails.filter(
      ({ to, subject }) => addresses.includes(to) && subject.includes(title),
    ).length,
    sessions: (await sessionApi(workspace, grace.client).list({ storyId: id })).length,
    watches: (await listWatches(createReader(workspace.database), id)).size,
  };
}

const nothing = { kinds: [[], [], []], mails: 0, sessions: 0, watches: 0 };

test('imported comments send no notification and no mail, open no session and make no watcher', async () => {
  const { workspace, stories, team, grace } = made;
  const story = await stories.create({ teamId: team.id, title: 'Harbour wall' });
  const content = `Look, @Grace, @Ada and @A program`;
  const send = async (body: object): Promise<{ id: string; updatedAt: string }> =>
    dataOf(
      await admin.client.post(`${workspace.path}/stories/${story.id}/comments`, { content, ...body }),
      201,
    );
  const root = await send({ imported: { createdAt, authorName: 'A stranger' } });
  await send({ parentId: root.id, imported: { createdAt, authorId: grace.id } });
  // Without a time, it is of now, as news is.
  await send({ imported: {} });
  expect(await toldOf(story)).toEqual(nothing);

  await send({ parentId: root.id });
  expect(await toldOf(story)).toEqual({
    kinds: [['mentioned'], ['mentioned'], []],
    mails: 2,
    sessions: 1,
    watches: 1,
  });
});

test('an imported story sends no news of its import, and that of its later changes', async () => {
  const { workspace, team, grace } = made;
  const api = storyApi(workspace, admin.client);
  const imported = { createdAt, reporterId: grace.id };
  const fields = { teamId: team.id, title: 'Old pier', assigneeId: grace.id, imported };
  const story: Story = dataOf(await api.send(fields), 201);
  const called: Story = dataOf(await api.send({ ...fields, assigneeId: agent.id, title: 'New pier' }), 201);
  expect([await toldOf(story), await toldOf(called)]).toEqual([nothing, nothing]);

  const statusId = await statusOf(workspace, admin.client, team, 'completed');
  const moved = await api.change(await api.change(story, { statusId }), { assigneeId: made.ada.id });
  await api.change(moved, { assigneeId: agent.id });
  expect(await toldOf(story)).toEqual({
    kinds: [['assigned'], ['status_changed'], []],
    mails: 2,
    sessions: 1,
    watches: 0,
  });
});

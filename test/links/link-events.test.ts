import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { changeSetApi } from '../change-sets/change-set-api.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { linkApi, type LinkApi } from './link-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let links: LinkApi;
let sets: ReturnType<typeof changeSetApi>;

beforeAll(async () => {
  made = await newStoryWorkspace();
  links = linkApi(made.workspace, made.member.client);
  sets = changeSetApi(made.workspace, made.member.client);
});

const story = (): Promise<Story> => made.api.create({ teamId: made.team.id });
const pull = 'https://github.com/acme/app/pull/42';
const contents = (all: Story['links']) =>
  all.map(({ url, title, kind, state }) => ({ url, title, kind, state }));

test('links are changes of the story in its history and in the feed', async () => {
  const { workspace, member } = made;
  const one = await story();
  const link = await links.create(one, { url: pull, title: 'Passkeys' });
  const merged = await links.change(one, link, { state: 'merged' });
  await links.delete(one, merged);
  const untitled = await links.create(one, { url: 'https://docs.example.com/a' });

  const history = async (): Promise<any[]> =>
    (await member.client.get(`${workspace.path}/stories/${one.id}/history`)).json.data;
  await until(async () => (await history()).length === 5);
  const [last, removed, changed, added] = await history();
  const by = (words: string) => expect.stringContaining(words);
  expect([added.summary, changed.summary, removed.summary, last.summary]).toEqual([
    by('added the link “Passkeys”.'),
    by('changed the link “Passkeys”.'),
    by('removed the link “Passkeys”.'),
    by('added the link “docs.example.com”.'),
  ]);
  expect(changed.changes).toEqual([{ field: 'links', from: [link], to: [merged] }]);

  const events = async (): Promise<any[]> =>
    (
      await member.client.get(`${workspace.path}/changes`, { type: 'story.updated', since: one.createdAt })
    ).json.data.filter((event: any) => event.data.id === one.id);
  await until(async () => (await events()).length === 4);
  expect((await events()).map(({ changes }) => changes)).toEqual([
    [{ field: 'links', from: [], to: [link] }],
    [{ field: 'links', from: [link], to: [merged] }],
    [{ field: 'links', from: [merged], to: [] }],
    [{ field: 'links', from: [], to: [untitled] }],
  ]);
  expect((await events()).at(-1).data.links).toEqual([untitled]);
});

test('links are reverted with their change set, one by one', async () => {
  const { member, workspace } = made;
  const one = await story();
  const [kept, gone] = [
    await links.create(one, { url: pull, state: 'open' }),
    await links.create(one, { url: 'https://example.com/gone', title: 'Gone', kind: 'document' }),
  ];
  const id = randomUUID();
  const inSet = { 'change-set': id };
  await links.update(one, kept, { state: 'merged', title: 'Done' }, inSet);
  await links.delete(one, gone, inSet);
  const path = `${workspace.path}/stories/${one.id}/links`;
  await member.client.post(path, { url: 'https://example.com/new' }, inSet);
  const later = await links.create(one, { url: 'https://example.com/later' });
  await sets.of(id, 3);

  const reverted = [{ resource: 'story', id: one.id, fields: ['links'] }];
  const outcome = { reverted, conflicts: [], irreversible: [] };
  const before = await made.api.read(one.id);
  expect((await sets.revert(id, { dryRun: true })).json.data).toEqual({
    ...outcome,
    changeSetId: null,
    dryRun: true,
  });
  expect(await made.api.read(one.id)).toEqual(before);

  const answer = await sets.revert(id);
  expect(answer.json.data, answer.text).toMatchObject(outcome);
  expect(contents((await made.api.read(one.id)).links)).toEqual(contents([kept, later, gone]));
  expect((await sets.revert(id)).json.data.reverted).toEqual([]);
});

test('links that were changed since their change set are kept', async () => {
  const one = await story();
  const link = await links.create(one, { url: pull, state: 'open' });
  const id = randomUUID();
  const { json } = await links.update(one, link, { state: 'merged' }, { 'change-set': id });
  const closed = await links.change(one, json.data, { state: 'closed' });
  await sets.of(id, 1);
  const answer = await sets.revert(id);
  expect(answer.json.data).toEqual({
    reverted: [],
    conflicts: [{ resource: 'story', id: one.id, field: 'links', now: [closed] }],
    irreversible: [],
    changeSetId: null,
    dryRun: false,
  });
  expect(await links.list(one)).toEqual([closed]);
});

import { expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { expectBadFields } from '../support/answers.ts';
import { newTriageWorkspace } from '../triage/triage-api.ts';
import { dataOf, storyApi } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { newKey } from '../support/workspace.ts';
import { newTemplateWorkspace, templateApi } from './template-api.ts';

const { workspace, team, other, member, templates, theirs, stories } = await newTemplateWorkspace();
const post = async (noun: string, body: object = {}): Promise<{ id: string; key: string }> =>
  dataOf(await member.client.post(`${workspace.path}/${noun}`, body), noun.endsWith('archive') ? 200 : 201);
/** The stories below one, once the index has as many. */
async function below(parentId: string, count = 2): Promise<Story[]> {
  const list = async () => (await stories.list({ parentId, sort: 'sequenceId' })).json.data;
  await until(async () => (await list()).length >= count);
  return await list();
}

const label = await post('labels', { name: 'Ops', teamId: team.id });
const field = await post('custom-fields', { name: 'Area', type: 'text', teamId: team.id });
const release = await templates.create({
  teamId: team.id,
  name: 'Release',
  title: 'Release the app',
  description: 'By Wednesday.',
  priority: 'high',
  estimateValue: 3,
  labels: [label.id],
  customFields: { [field.key]: 'Web' },
  checklist: ['Changelog', 'Tell support'],
  subStories: [
    { title: 'Test it', estimateValue: 1, labels: [label.id] },
    { title: 'Ship it', priority: 'low' },
  ],
});
const from = (fields: object) => ({ teamId: team.id, templateId: release.id, ...fields });

test('a template fills in what a request leaves out, and its sub-stories come with the story', async () => {
  const story = await stories.create(from({ title: undefined }));
  expect(story).toMatchObject({
    title: 'Release the app',
    description: 'By Wednesday.\n\n- [ ] Changelog\n- [ ] Tell support',
    priority: 'high',
    estimateValue: 3,
    labels: [label.id],
    customFields: { [field.key]: 'Web' },
  });
  expect(story).not.toHaveProperty('templateId');
  expect(await stories.read(story.id)).toEqual(story);
  const children = await below(story.id);
  expect(children).toMatchObject([
    { title: 'Test it', estimateValue: 1, priority: 'none', labels: [label.id], teamId: team.id },
    { title: 'Ship it', estimateValue: null, priority: 'low', labels: [], reporterId: member.id },
  ]);
  expect(children.map(({ sequenceId }) => sequenceId)).toEqual([story.sequenceId + 1, story.sequenceId + 2]);
  const shown = await member.client.get(`${workspace.path}/stories/${story.id}`, { include: 'progress' });
  expect(shown.json.included.progress[0]).toMatchObject({
    checklist: { done: 0, total: 2 },
    children: { done: 0, total: 2 },
  });
});

test('what the request states wins over the template', async () => {
  const stated = { title: 'Hotfix', priority: 'none', estimateValue: 8, labels: [], customFields: {} };
  const story = await stories.create(from({ ...stated, description: 'Today.' }));
  expect(story).toMatchObject({ ...stated, customFields: { [field.key]: 'Web' } });
  expect(story.description).toBe('Today.\n\n- [ ] Changelog\n- [ ] Tell support');
  const { customFields } = await stories.create(from({ customFields: { [field.key]: 'iOS' } }));
  expect(customFields).toEqual({ [field.key]: 'iOS' });
});

test('a retry makes nothing twice, alone and in bulk', async () => {
  const [key, body] = [newKey(), from({ title: 'Once' })];
  const first = await stories.send(body, key);
  const again = await stories.send(body, key);
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
  expect(again.json.data).toEqual(first.json.data);
  expect(await below(first.json.data.id)).toHaveLength(2);
  const items = [0, 1].map(() => ({ idempotencyKey: newKey(), body: from({ title: 'Of several' }) }));
  const bulk = () => member.client.post(`${workspace.path}/bulk/stories`, { items });
  const [made, repeated] = [(await bulk()).json.data.items, (await bulk()).json.data.items];
  expect(repeated.map(({ id }: { id: string }) => id)).toEqual(made.map(({ id }: { id: string }) => id));
  for (const { id } of made) expect(await below(id)).toHaveLength(2);
});

test('what the team no longer has is left out', async () => {
  const [gone, old] = [
    await post('labels', { name: newKey(), teamId: team.id }),
    await post('custom-fields', { name: 'Old', key: 'old', type: 'text', teamId: team.id }),
  ];
  const stale = await templates.create({
    teamId: team.id,
    labels: [gone.id, label.id],
    customFields: { [old.key]: 'x', [field.key]: 'Web' },
    subStories: [{ title: 'Below', labels: [gone.id] }],
  });
  await post(`labels/${gone.id}/archive`);
  await post(`custom-fields/${old.id}/archive`);
  const story = await stories.create(from({ templateId: stale.id }));
  expect([story.labels, story.customFields]).toEqual([[label.id], { [field.key]: 'Web' }]);
  expect((await below(story.id, 1))[0]!.labels).toEqual([]);
});

test('a template of another team, or none, is refused, as is a story with neither template nor title', async () => {
  const foreign = await theirs.create({ teamId: other.id });
  for (const templateId of [foreign.id, newKey()]) {
    const answer = await stories.send(from({ title: 'A story', templateId }));
    expectBadFields(answer, ['templateId'], 'invalid_reference');
  }
  expectBadFields(await stories.send({ teamId: team.id }), ['title']);
  expectBadFields(await stories.send({ labels: 1 }), ['teamId', 'labels', 'title']);
  const long = await stories.send(from({ title: 'Long', description: 'x'.repeat(32 * 1024) }));
  expectBadFields(long, ['description']);
});

test('the sub-stories of a story in triage wait there too', async () => {
  const { workspace: own, team: queue, admin, triaged, triage } = await newTriageWorkspace();
  const { id: templateId } = await templateApi(own, admin.client).create({
    teamId: queue.id,
    subStories: [{ title: 'Below' }],
  });
  const story = await triaged({ templateId });
  await until(async () => (await triage.ids(queue)).length === 2);
  const waiting: Story[] = (await triage.sendList(queue)).json.data;
  expect(waiting.filter(({ parentId }) => parentId === story.id)).toHaveLength(1);
  expect((await storyApi(own, admin.client).list({ teamId: queue.id })).json.data).toEqual([]);
});

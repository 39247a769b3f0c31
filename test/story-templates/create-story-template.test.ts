import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { dataOf } from '../stories/story-api.ts';
import { longChecklist, newTemplateWorkspace } from './template-api.ts';

const { workspace, team, other, member, templates } = await newTemplateWorkspace();
const post = async (noun: string, body: object): Promise<{ id: string; key: string }> =>
  dataOf(await member.client.post(`${workspace.path}/${noun}`, body), 201);

test('a template has what it is given, and nothing else', async () => {
  const { id: label } = await post('labels', { name: 'Ops', teamId: team.id });
  const field = await post('custom-fields', { name: 'Area', type: 'text', teamId: team.id });
  const content = {
    name: 'Release',
    title: 'Release the app',
    description: 'By Wednesday.',
    priority: 'high',
    estimateValue: 3,
    labels: [label],
    customFields: { [field.key]: 'Web' },
    checklist: ['Changelog', 'Tell support'],
  };
  const subStory = { title: 'Test it', priority: 'low', estimateValue: 1, labels: [label] };
  const made = await templates.create({ teamId: team.id, ...content, subStories: [subStory] });
  expect(made).toMatchObject({ ...content, workspaceId: workspace.id, teamId: team.id });
  expect(made.subStories).toEqual([{ ...subStory, description: null }]);
  expect((await templates.get(made.id)).json.data).toEqual(made);
  const bare = await templates.create({ teamId: team.id, name: 'Bare' });
  expect(bare).toMatchObject({ title: null, description: null, priority: 'none', estimateValue: null });
  expect(bare).toMatchObject({ labels: [], customFields: {}, checklist: [], subStories: [] });
});

test('what stories of the team cannot have is refused, each with its place', async () => {
  const { id: foreign } = await post('labels', { name: 'Workspace label' });
  const subStories = [{ title: 'Fine' }, { title: 'Not', labels: [foreign, team.id] }];
  const send = (fields: object) => templates.send({ teamId: team.id, name: 'Wrong', ...fields });
  expectBadFields(
    await send({ labels: [other.id], subStories }),
    ['labels.0', 'subStories.1.labels.1'],
    'invalid_reference',
  );
  const wrong = {
    estimateValue: 4,
    customFields: { unknown: 1 },
    subStories: [{ title: 'A', estimateValue: 6 }],
  };
  expectBadFields(await send(wrong), ['customFields.unknown', 'estimateValue', 'subStories.0.estimateValue']);
  const twentyOne = Array.from({ length: 21 }, () => ({ title: 'One too many' }));
  expectBadFields(await send({ subStories: twentyOne }), ['subStories']);
  expectBadFields(
    await templates.send({ teamId: other.id, name: 'Theirs' }),
    ['teamId'],
    'invalid_reference',
  );
});

test('a team can have a hundred templates', async () => {
  const crowded = await workspace.team();
  const person = await workspace.person('member', [crowded]);
  const send = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        person.client.post(`${workspace.path}/story-templates`, { teamId: crowded.id, name: 'One of many' }),
      ),
    );
  for (let made = 0; made < 100; made += 20) await send(20);
  const [refused] = await send(1);
  expect(expectRefusal(refused!, 409, 'quota_exceeded')).toMatchObject({
    quota: 'storyTemplates',
    limit: 100,
  });
});

test('a checklist and a description that no story can have together are refused, also by an update', async () => {
  const long = { description: 'a'.repeat(32 * 1024), checklist: longChecklist };
  expectBadFields(await templates.send({ teamId: team.id, name: 'Long', ...long }), ['checklist']);
  const made = await templates.create({ teamId: team.id, checklist: longChecklist });
  expectBadFields(await templates.update(made, { description: long.description }), ['checklist']);
});

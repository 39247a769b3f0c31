import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { dataOf } from '../stories/story-api.ts';
import { newTemplateWorkspace } from './template-api.ts';

const { workspace, team, member, templates } = await newTemplateWorkspace();

test('an update sets and clears fields at the version that was read, and nothing else', async () => {
  const made = await templates.create({
    teamId: team.id,
    title: 'Before',
    checklist: ['One'],
    subStories: [{ title: 'Below' }],
  });
  const subStories = [{ title: 'Other', description: 'Why' }];
  const { json } = await templates.update(made, { subStories, clearFields: ['title', 'checklist'] });
  expect(json.data).toEqual({
    ...made,
    title: null,
    checklist: [],
    subStories: [{ title: 'Other', description: 'Why', priority: 'none', estimateValue: null, labels: [] }],
    updatedAt: json.data.updatedAt,
  });
  expectRefusal(await templates.update(made, { name: 'Late' }), 409, 'version_conflict');
  expectBadFields(await templates.update(json.data, { estimateValue: 4 }), ['estimateValue']);
});

test('a template that names an archived label can still be renamed', async () => {
  const label = dataOf<{ id: string }>(
    await member.client.post(`${workspace.path}/labels`, { name: 'Ops', teamId: team.id }),
    201,
  );
  const subStories = [{ title: 'Below', labels: [label.id] }];
  const made = await templates.create({ teamId: team.id, labels: [label.id], subStories });
  await member.client.post(`${workspace.path}/labels/${label.id}/archive`);
  const renamed = (await templates.update(made, { name: 'Renamed' })).json.data;
  expect(renamed).toMatchObject({ name: 'Renamed', labels: [label.id] });
  expectBadFields(
    await templates.update(renamed, { subStories }),
    ['subStories.0.labels.0'],
    'invalid_reference',
  );
});

import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newTemplateWorkspace } from './template-api.ts';

const { team, templates } = await newTemplateWorkspace();

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

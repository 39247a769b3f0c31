import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
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

test('the history of a template says what changed', async () => {
  const made = await templates.create({ teamId: team.id, name: 'Old' });
  await templates.update(made, { name: 'New' });
  await expect
    .poll(
      async () => {
        const path = `${workspace.path}/story-templates/${made.id}/history`;
        const { json } = await member.client.get(path);
        return json.data?.map(({ action, changes }: { action: string; changes: object[] }) => [
          action,
          changes,
        ]);
      },
      { timeout: 20_000 },
    )
    .toEqual([
      ['updated', [{ field: 'name', from: 'Old', to: 'New' }]],
      ['created', []],
    ]);
});

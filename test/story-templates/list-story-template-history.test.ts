import { expect, test } from 'vitest';
import { newTemplateWorkspace } from './template-api.ts';

const { workspace, team, member, templates } = await newTemplateWorkspace();

test('the history of a template says what changed', async () => {
  const made = await templates.create({ teamId: team.id, name: 'Old' });
  await templates.update(made, { name: 'New' });
  await expect
    .poll(async () => {
      const path = `${workspace.path}/story-templates/${made.id}/history`;
      const { json } = await member.client.get(path);
      return json.data?.map(({ action, changes }: { action: string; changes: object[] }) => [
        action,
        changes,
      ]);
    })
    .toEqual([
      ['updated', [{ field: 'name', from: 'Old', to: 'New' }]],
      ['created', []],
    ]);
});

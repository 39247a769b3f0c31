import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newTemplateWorkspace } from './template-api.ts';

const { workspace, team, templates } = await newTemplateWorkspace();

test('a guest of the team reads a template, and one that is unknown does not exist', async () => {
  const made = await templates.create({ teamId: team.id, checklist: ['One'] });
  const guest = await workspace.person('guest', [team]);
  const { json } = await guest.client.get(`${workspace.path}/story-templates/${made.id}`);
  expect(json.data).toEqual(made);
  expectRefusal(await templates.get(newKey()), 404, 'not_found');
});

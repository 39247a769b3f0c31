import { expect, test } from 'vitest';
import { expectRefusal, readAll } from '../support/answers.ts';
import { newTemplateWorkspace } from './template-api.ts';

const { workspace, team, other, member, templates, theirs } = await newTemplateWorkspace();

test('a team sees its own templates, newest first, and those of others do not exist', async () => {
  const mine = [];
  for (let position = 0; position < 3; position++) mine.unshift(await templates.create({ teamId: team.id }));
  const hidden = await theirs.create({ teamId: other.id });
  expect(await readAll(member.client, `${workspace.path}/story-templates`, { limit: 2 })).toEqual(mine);
  expect((await templates.list({ teamId: team.id })).json.data).toEqual(mine);
  expectRefusal(await templates.list({ teamId: other.id }), 404, 'not_found');
  expectRefusal(await templates.get(hidden.id), 404, 'not_found');
  expectRefusal(await templates.update(hidden, { name: 'Mine' }), 404, 'not_found');
  expectRefusal(await templates.delete(hidden.id), 404, 'not_found');
});

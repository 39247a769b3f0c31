import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newTemplateWorkspace } from './template-api.ts';

const { team, templates, stories } = await newTemplateWorkspace();

test('a deleted template makes no more stories, and those that it made stay', async () => {
  const { id } = await templates.create({ teamId: team.id, title: 'Kept' });
  const story = await stories.create({ title: undefined, teamId: team.id, templateId: id });
  expect((await templates.delete(id)).json.data).toEqual({ id, deleted: true });
  expectRefusal(await templates.get(id), 404, 'not_found');
  expect((await stories.read(story.id)).title).toBe('Kept');
  const again = await stories.send({ title: 'Late', teamId: team.id, templateId: id });
  expectBadFields(again, ['templateId'], 'invalid_reference');
});

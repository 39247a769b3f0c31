import { expect, test } from 'vitest';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';
import { newPlannedPerson } from './planned-person.ts';

test('the answer says in words when a story is planned and why then, or what is missing', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const person = await newPlannedPerson(workspace, team);
  const at = (id: string) => `${workspace.path}/stories/${id}/schedule`;
  const explained = async ({ id }: { id: string }) => (await person.client.get(at(id))).json.data;
  const due = new Date(Date.now() + 2 * DAY_MS).toISOString();
  const first = await person.untilIs(await person.add(60, { endDate: due }), 'scheduled');
  const second = await person.untilIs(await person.add(60), 'scheduled');
  expect(await explained(first)).toMatchObject({
    storyId: first.id,
    status: 'scheduled',
    reason: 'as_soon_as_possible',
    reasonStoryId: null,
    explanation: expect.stringMatching(/^It is planned from .* as soon as .* before it is late\.$/),
  });
  expect(await explained(second)).toMatchObject({
    reason: 'after_story',
    reasonStoryId: first.id,
    explanation: expect.stringContaining(`${first.reference} takes the time before. It has no due date.`),
  });
  const idle = await person.stories.create({ teamId: team.id, autoSchedulingEnabled: true });
  expect(await explained(idle)).toMatchObject({
    status: 'needs_owner',
    startDate: null,
    blocks: [],
    explanation: 'It needs an assignee.',
  });
  const { client } = await workspace.person('admin');
  expectRefusal(await client.get(at(first.id)), 404, 'not_found');
});

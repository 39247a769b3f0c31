import { expect, test } from 'vitest';
import { newKey } from '../support/workspace.ts';
import { workerService } from '../support/service.ts';
import { newTriageWorkspace } from './triage-api.ts';

const { service } = await workerService();
const { team, stories, triaged, triage } = await newTriageWorkspace(service);

test('similar stories are suggested by the words of a title, as far as they are in sight', async () => {
  const word = newKey().replaceAll(/[^a-z]/g, 'q');
  const same = await stories.create({ teamId: team.id, title: `Paint the ${word} door` });
  const story = await triaged({ title: `${word} door wants paint` });
  const ids = async () => (await triage.similar(story)).map(({ id }) => id);
  await expect.poll(async () => (await ids())[0]).toBe(same.id);
  expect(await ids()).not.toContain(story.id);
});

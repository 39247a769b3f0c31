import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

/** What a closed sprint's report contains: test/cadence/run-cadence.test.ts. */
test('a sprint that people planned by hand has a report too, which its team sees', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [member, stranger] = [await workspace.person('member', [team]), await workspace.person('admin')];
  const sprint = await planningApi(workspace, member.client).sprint(team);
  const at = `${workspace.path}/sprints/${sprint.id}/report`;
  const nothing = { stories: 0, estimate: 0 };
  expect((await member.client.get(at)).json.data).toMatchObject({
    sprintId: sprint.id,
    closedAt: null,
    rolledOverTo: null,
    committed: nothing,
    added: nothing,
    removed: nothing,
    finished: nothing,
    unfinished: nothing,
  });
  expectRefusal(await stranger.client.get(at), 404, 'not_found');
});

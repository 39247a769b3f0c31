import { expect, test } from 'vitest';
import { agentTasks, runTask } from '../bench/agents/run-task.ts';
import { workerService } from '../support/service.ts';

const { service } = await workerService();

/** The first task of each kind; `npm run bench -- agents` runs all. */
const sample = [...Map.groupBy(agentTasks, ({ kind }) => kind).values()].map(([first]) => first!);

test.each(sample.map((task) => [task.says, task] as const))(
  'an agent that has read tools/list does its task, and nothing else: %s',
  async (_, task) => {
    const { problems, usage } = await runTask(service, task);
    expect(problems).toEqual([]);
    expect(usage.calls).toBeLessThanOrEqual(2);
  },
);

test('a task that changes too much, too little or the wrong thing fails', async () => {
  const [, , done] = agentTasks;
  const { problems } = await runTask(service, {
    ...done!,
    difference: ['story.updated ENG-2 statusId=Done'],
  });
  expect(problems).toEqual([
    'is missing: story.updated ENG-2 statusId=Done',
    'is too much: story.updated ENG-1 statusId=Done',
  ]);
});

test('there are at least 40 tasks, and no two say the same', () => {
  expect(new Set(agentTasks.map(({ says }) => says)).size).toBeGreaterThanOrEqual(40);
});

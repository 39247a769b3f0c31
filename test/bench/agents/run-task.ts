import { newAgent, type Usage } from './agent.ts';
import { differenceSince, startOf } from './difference.ts';
import { fieldTasks } from './field-tasks.ts';
import { furtherTasks } from './further-tasks.ts';
import { planningTasks, reportTasks } from './planning-tasks.ts';
import { setupTasks } from './setup-tasks.ts';
import { storyTasks } from './story-tasks.ts';
import type { Task } from './task.ts';
import { newWorld, type AgentService } from './world.ts';

export const agentTasks: readonly Task[] = [
  ...storyTasks,
  ...setupTasks,
  ...planningTasks,
  ...reportTasks,
  ...furtherTasks,
  ...fieldTasks,
];

export interface TaskResult {
  task: Task;
  usage: Usage;
  /** What is wrong; empty if the task is done, and nothing else. */
  problems: string[];
}

/** Runs a task in a workspace of its own, and compares what has changed with what was to change. */
export async function runTask(service: AgentService, task: Task): Promise<TaskResult> {
  const world = await newWorld(service);
  await service.streamsIdle();
  const start = await startOf(world);
  const agent = newAgent(service.baseUrl, world.mcpToken);
  const refusals = await task.script(agent).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  const difference = await differenceSince(service, world, start);
  const text = agent.read();
  const isIn = (part: string | RegExp) => (typeof part === 'string' ? text.includes(part) : part.test(text));
  return {
    task,
    usage: agent.usage(),
    problems: [
      ...refusals,
      ...task.difference.filter((line) => !difference.includes(line)).map((line) => `is missing: ${line}`),
      ...difference.filter((line) => !task.difference.includes(line)).map((line) => `is too much: ${line}`),
      ...(task.answer ?? []).filter((part) => !isIn(part)).map((part) => `was not read: ${String(part)}`),
    ],
  };
}

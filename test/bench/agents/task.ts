import type { Agent } from './agent.ts';

/** A task as a person writes it, and what is to be different when it is done. */
export interface Task {
  kind:
    | 'stories'
    | 'bulk'
    | 'labels'
    | 'statuses'
    | 'teams'
    | 'comments'
    | 'sprints'
    | 'objectives'
    | 'triage'
    | 'reports'
    | 'fields';
  says: string;
  /** The calls of somebody who has read tools/list and nothing else. */
  script: (agent: Agent) => Promise<unknown>;
  /** All changes, as the feed tells them; nothing else may have changed. */
  difference: readonly string[];
  /** What must be in the results that were read. */
  answer?: readonly (string | RegExp)[];
}

let keys = 0;

/** A key for a creation. */
export const key = () => ({ idempotencyKey: `agent-task-${process.pid}-${String(keys++).padStart(8, '0')}` });

/** A story with the version that the agent has read. */
export async function seen(
  agent: Agent,
  story: string,
): Promise<{ story: string; expectedUpdatedAt: string }> {
  const { updatedAt } = (await agent.call('get_story', { story })) as { updatedAt: string };
  return { story, expectedUpdatedAt: updatedAt };
}

/** Stories of a list with the versions that it has. */
export async function listed(
  agent: Agent,
  args: object,
): Promise<{ story: string; expectedUpdatedAt: string }[]> {
  const data = (await agent.call('list_stories', args)) as { reference: string; updatedAt: string }[];
  return data.map(({ reference, updatedAt }) => ({ story: reference, expectedUpdatedAt: updatedAt }));
}

interface Named {
  id: string;
  name: string;
  updatedAt: string;
}

/** What a list has under a name. */
export async function find(agent: Agent, tool: string, name: string, args: object = {}): Promise<Named> {
  const found = ((await agent.call(tool, args)) as Named[]).find((one) => one.name === name);
  if (!found) throw new Error(`${tool} does not list ${name}.`);
  return found;
}

import { execute } from '../../shared/kernel/api/operation/execute.ts';
import type { OperationResult } from '../../shared/kernel/api/operation/operation-result.ts';
import type { ExecutableOperation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { validateInput } from '../../shared/kernel/api/operation/parse-input.ts';
import { authenticate } from '../../shared/kernel/auth/authenticate.ts';
import { parseToken } from '../../shared/kernel/auth/token.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { archiveStory } from '../../shared/planning/stories/archive-story.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { deleteStory } from '../../shared/planning/stories/delete-story.ts';
import { putStory } from '../../shared/planning/story/story-store.ts';
import { unarchiveStory } from '../../shared/planning/stories/unarchive-story.ts';
import { updateStory } from '../../shared/planning/stories/update-story.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { createObjective } from '../../shared/planning/objectives/create-objective.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import { createSprint } from '../../shared/planning/sprints/create-sprint.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { listStatuses } from '../../shared/identity/statuses/list-statuses.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { ownTable } from '../support/own-table.ts';
import { nextSprintName } from '../support/planning.ts';
import { databaseThrough } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { type Changed, deliver } from '../support/projector.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';

interface Call {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
  token?: string;
}

/** An instant, `2026-11-16T09:00`, in UTC. */
export const at = (instant: string): Date => new Date(`${instant}:00.000Z`);

/**
 * A team whose past is made by the operations themselves at a clock that is set, over a table of its own that
 * no stream follows: the changes are handed to `deliver`, one by one, unless `dispatching` is turned off.
 */
export async function newHistory() {
  const address = await ownTable();
  const workspace = await newWorkspace(address);
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const database = workspace.database;
  let now = at('2026-11-16T09:00');
  const waiting: Changed[] = [];
  const status: Partial<Record<StatusCategory, string>> = {};

  async function run<T>(
    operation: ExecutableOperation,
    { path = {}, query = {}, body, token }: Call,
  ): Promise<T> {
    const services = {
      database,
      now: () => now,
      randomBytes: (size: number) => Buffer.alloc(size),
      keys: fixedKeys('a key of tests'),
      secret: async () => Buffer.from('a key of tests'),
      setting: () => undefined,
      resolvePublic: async () => [],
      resolveTxt: async () => [],
      baseUrl: () => 'https://plotline.test',
    };
    const input = await validateInput(operation, {
      path: { workspaceId: workspace.id, ...path },
      query,
      body,
    });
    const holder = parseToken(token ?? member.token)!;
    const { data }: OperationResult = await execute(services, {
      operation,
      input,
      resolveCaller: (read) => authenticate(holder, read, new Date()),
      claim: undefined,
      source: null,
    });
    if (!operation.paged) operation.output.parse(data);
    return data as T;
  }

  async function changed(storyId: string, deleted = false): Promise<void> {
    const key = { pk: `S#${storyId}`, sk: '-' };
    const sequenceNumber = String(waiting.length);
    waiting.push({ key, sequenceNumber, at: now, ...(deleted ? { deleted: key } : {}) });
  }

  const history = {
    workspace,
    team,
    member,
    database,
    /** The database, reached through a proxy. */
    through: (proxy: DynamoDbProxy) => databaseThrough(proxy, address),
    run,
    get now() {
      return now;
    },
    /** Sets the clock. */
    on: (instant: string) => {
      now = at(instant);
    },
    /** Sets the clock, lets something happen, and hands it on. */
    async during(instant: string, happens: () => Promise<unknown>): Promise<void> {
      history.on(instant);
      await happens();
      await history.count();
    },
    /** Hands on the changes that the table's stream would have delivered since the last time. */
    async count(through: Database = database): Promise<readonly Changed[]> {
      const records = waiting.splice(0);
      if (await deliver(through, records, now)) waiting.unshift(...records);
      return records;
    },
    sprint: (fields: object = {}) =>
      run<Sprint>(createSprint, {
        body: {
          teamId: team.id,
          name: nextSprintName(team.id),
          startDate: '2026-11-16T00:00:00Z',
          endDate: '2026-11-20T00:00:00Z',
          ...fields,
        },
      }),
    objective: (fields: object = {}) =>
      run<Objective>(createObjective, { body: { teamId: team.id, name: 'An objective', ...fields } }),
    async statusId(category: StatusCategory): Promise<string> {
      if (!status[category]) {
        const query = { teamId: team.id };
        const all = await run<{ id: string; category: StatusCategory }[]>(listStatuses, { query });
        for (const { id, category: of } of all) status[of] = id;
      }
      return status[category]!;
    },
    /** A story that the member creates, or the holder of another token. */
    async story(fields: object = {}, token = member.token): Promise<Story> {
      const body = { teamId: team.id, title: 'A story', ...fields };
      const story = await run<Story>(createStory, { body, token });
      await changed(story.id);
      return story;
    },
    async change(story: Story, fields: object): Promise<Story> {
      const body = { expectedUpdatedAt: story.updatedAt, ...fields };
      const next = await run<Story>(updateStory, { path: { storyId: story.id }, body });
      await changed(story.id);
      return next;
    },
    /** That many stories like another that is made, straight into the table. */
    async fill(count: number, fields: Partial<Story> = {}): Promise<void> {
      const { sequenceId: _, ...story } = await run<Story>(createStory, {
        body: { teamId: team.id, title: 'One of many' },
      });
      for (let start = 0; start < count; start += 100) {
        const made = Array.from({ length: Math.min(100, count - start) }, (_, n) => ({
          ...story,
          ...fields,
          id: newId(now),
          sequenceId: 1_000 + start + n,
        }));
        await commit(
          database,
          made.map((one) => putStory(one)),
        );
      }
    },
    move: async (story: Story, category: StatusCategory): Promise<Story> =>
      history.change(story, { statusId: await history.statusId(category) }),
    async archive({ id }: Story): Promise<Story> {
      const next = await run<Story>(archiveStory, { path: { storyId: id } });
      await changed(id);
      return next;
    },
    async unarchive({ id }: Story): Promise<Story> {
      const next = await run<Story>(unarchiveStory, { path: { storyId: id } });
      await changed(id);
      return next;
    },
    async delete({ id }: Story): Promise<void> {
      await run(deleteStory, { path: { storyId: id } });
      await changed(id, true);
    },
  };
  return history;
}

export type History = Awaited<ReturnType<typeof newHistory>>;

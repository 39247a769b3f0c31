import { expect, vi } from 'vitest';
import type { Database, Item, Key } from '../../shared/kernel/core/database.ts';
import type { Services } from '../../shared/kernel/core/services.ts';
import { execute } from '../../shared/kernel/api/operation/execute.ts';
import type { ExecutableOperation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { validateInput } from '../../shared/kernel/api/operation/parse-input.ts';
import { withoutWrites } from '../../shared/kernel/api/operation/run-other.ts';
import { authenticate } from '../../shared/kernel/auth/authenticate.ts';
import { parseToken } from '../../shared/kernel/auth/token.ts';
import { logger } from '../../shared/kernel/core/logger.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { getJob } from '../../shared/kernel/jobs/job-store.ts';
import { runJob } from '../../shared/kernel/jobs/run-job.ts';
import { retentionMs } from '../../shared/kernel/log/retention.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { jobOfRule } from '../../shared/events/rules/rule-run-store.ts';
import type { Rule, RuleRun } from '../../shared/events/rules/rule.ts';
import { nounOf } from '../../shared/nouns/nouns.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import { updateStory } from '../../shared/planning/stories/update-story.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { dispatchEvents } from '../../shared/projections/events/dispatch-events.ts';
import { jobHandlers } from '../../shared/surface/workers/jobs.ts';
import { createRule } from '../../shared/surface/rules/create-rule.ts';
import { deleteRule } from '../../shared/surface/rules/delete-rule.ts';
import { listRuleRuns } from '../../shared/surface/rules/list-rule-runs.ts';
import { previewStoredRule } from '../../shared/surface/rules/preview-stored-rule.ts';
import { ownTable } from '../support/own-table.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';

const DAY_MS = 86_400_000;

/** More than the lease of a job. */
const LEASE_MS = 120_000;

export interface Preview {
  events: number;
  matched: number;
  would: { eventId: string; operation: string; resource: string }[];
  wouldFail: { eventId: string; code: string }[];
  truncated: boolean;
}

/**
 * Operations, the dispatcher and the jobs of rules in this process, one after the other, over a table of its own that no
 * stream follows, at a clock that is set.
 */
export async function newRuleWorld() {
  const address = await ownTable();
  const workspace = await newWorkspace(address);
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const admin = await workspace.person('admin', [team]);
  const changes: ItemChange[] = [];
  const calls: string[] = [];
  const database = recording(workspace.database, changes, calls);
  let now = Date.parse('2026-11-16T09:00:00.000Z');
  let fails: ((call: string) => boolean) | undefined;
  const clock = () => new Date(now);

  const services: Services = {
    database,
    now: clock,
    randomBytes: (size) => Buffer.alloc(size),
    keys: fixedKeys('a key of tests'),
    secret: async () => Buffer.from('a key of tests'),
    setting: () => undefined,
    resolvePublic: async () => [],
    resolveTxt: async () => [],
    baseUrl: () => 'https://plotline.test',
  };

  async function run<T>(
    operation: ExecutableOperation,
    parts: { path?: object; query?: object; body?: object },
    { by = member, dry = false }: { by?: Person; dry?: boolean } = {},
  ): Promise<T> {
    now += 1_000;
    const path = { workspaceId: workspace.id, ...parts.path };
    const input = await validateInput(operation, { path, query: { ...parts.query }, body: parts.body });
    const holder = parseToken(by.token)!;
    const { data } = await execute(dry ? withoutWrites(services) : services, {
      operation,
      input,
      resolveCaller: (read) => authenticate(holder, read, new Date()),
      claim: undefined,
      source: null,
    });
    return data as T;
  }

  /** A database that stops answering when a call is the one to fail, as if its process was killed. */
  const mortal: Database = {
    ...database,
    client: {
      ...database.client,
      call: async (name, input, options) => {
        if (fails?.(name)) throw new Killed();
        const answer = await database.client.call(name, input, options);
        if (fails?.(`${name} answered`)) throw new Killed();
        return answer;
      },
    },
  };

  const pathOf = ({ id }: Pick<Rule, 'id'>) => ({ ruleId: id });
  const world = {
    workspace,
    team,
    member,
    admin,
    database,
    run,
    clock,
    pass: (ms: number) => void (now += ms),
    nextDay: () => void (now += 2 * DAY_MS),
    /** Has calls of the database fail for which this returns true. */
    killWhen: (next: typeof fails) => void (fails = next),
    create: (fields: object, by?: Person) =>
      run<Rule>(createRule, { body: { name: 'A rule', teamId: team.id, ...fields } }, { ...(by && { by }) }),
    delete: (rule: Rule) => run(deleteRule, { path: pathOf(rule) }),
    runs: (rule: Rule) => run<RuleRun[]>(listRuleRuns, { path: pathOf(rule), query: { limit: 100 } }),
    preview: (rule: Rule, by?: Person) =>
      run<Preview>(previewStoredRule, { path: pathOf(rule), body: { days: 1 } }, { ...(by && { by }) }),
    story: (fields: object = {}) =>
      run<Story>(createStory, { body: { teamId: team.id, title: 'A story', ...fields } }),
    read: (id: string) => run<Story>(getStory, { path: { storyId: id } }),
    async change(id: string, fields: object): Promise<Story> {
      const { updatedAt } = await world.read(id);
      const body = { expectedUpdatedAt: updatedAt, ...fields };
      return await run<Story>(updateStory, { path: { storyId: id }, body });
    },
    /** Hands what has changed to the dispatcher, again where it was killed; returns whether anything had. */
    async dispatch(): Promise<boolean> {
      const some = changes.splice(0);
      const pipeline = { send: async () => {}, now: clock, retention: retentionMs(undefined) };
      if (fails) await untilKilled(() => dispatchEvents({ ...pipeline, database: mortal }, some));
      fails = undefined;
      const { retryFrom, unprocessed } = await dispatchEvents({ ...pipeline, database }, some);
      expect([retryFrom, unprocessed]).toEqual([undefined, []]);
      return some.length > 0;
    },
    /** Does the job of a rule if it is due; returns whether it was. */
    async work(rule: Rule): Promise<boolean> {
      const job = jobOfRule(rule);
      const { dueAt } = await getJob(createReader(database), job);
      if (dueAt === undefined || dueAt > clock().toISOString()) return false;
      return await runJob(jobHandlers, { database: mortal, now: clock() }, job);
    },
    /** The calls of the database that some work makes. */
    async callsOf(work: () => Promise<unknown>): Promise<string[]> {
      calls.length = 0;
      await work();
      return [...calls].sort();
    },
    /** Kills whoever works next at the nth call of a kind, or of any, before or after it is carried out, and for good. */
    killAt(nth: number, kind: string, isAnswered: boolean): void {
      let calls = 0;
      world.killWhen((call) => {
        const [name, ...answered] = call.split(' ');
        return answered.length > 0 === isAnswered && name!.startsWith(kind) && ++calls >= nth;
      });
    },
    /** Does the job of a rule, again after the lease of one that was killed. */
    async workOn(rule: Rule): Promise<boolean> {
      try {
        return await world.work(rule);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        now += LEASE_MS;
        fails = undefined;
        await world.work(rule);
        return true;
      } finally {
        fails = undefined;
      }
    },
    /** Dispatches and works until nothing is left, at most so many rounds; `endanger` comes before each step. */
    async settle(rules: readonly Rule[], rounds = 30, endanger: () => void = () => {}): Promise<void> {
      for (let round = 0; round < rounds; round++) {
        now += 1_000;
        endanger();
        const dispatched = await world.dispatch();
        let worked = false;
        for (const rule of rules) {
          endanger();
          worked = (await world.workOn(rule)) || worked;
        }
        if (!dispatched && !worked) return;
      }
      throw new Error(`Rules still run after ${rounds} rounds.`);
    },
  };
  return world;
}

export type RuleWorld = Awaited<ReturnType<typeof newRuleWorld>>;

/** What a killed process leaves: no answer. */
export class Killed extends Error {
  override name = 'Killed';
}

/** Does what is killed, which then logs nothing. */
async function untilKilled(work: () => Promise<unknown>): Promise<void> {
  const silent = vi.spyOn(logger, 'error').mockImplementation(() => {});
  await work().finally(() => silent.mockRestore());
}

/** A database that notes its calls, and what happens to resources, as the table's stream tells it. */
function recording(database: Database, changes: ItemChange[], calls: string[]): Database {
  const read = async (keys: readonly Key[]): Promise<(Item | undefined)[]> =>
    await Promise.all(
      keys.map(async (Key) => {
        const input = { TableName: database.tableName, Key, ConsistentRead: true };
        return (await database.client.call('GetItem', input)).Item as Item | undefined;
      }),
    );
  return {
    ...database,
    client: {
      ...database.client,
      async call(name, input, options) {
        calls.push(name);
        const written = writes.has(name) ? keysOf(input as Written) : [];
        const keys = written.filter((key) => nounOf(key) !== undefined);
        const before = await read(keys);
        const answer = await database.client.call(name, input, options);
        const after = await read(keys);
        for (const [position, key] of keys.entries()) {
          const [was, is] = [before[position], after[position]];
          if (JSON.stringify(was) === JSON.stringify(is)) continue;
          const at = new Date(Math.floor(Date.parse(String((is ?? was)!['updatedAt'])) / 1_000) * 1_000);
          const images = { ...(was && { before: was }), ...(is && { after: is }) };
          changes.push({ sequenceNumber: String(changes.length), at, key, ...images });
        }
        return answer;
      },
    },
  };
}

interface Written {
  Key?: Key;
  Item?: Item;
  UpdateExpression?: string;
  TransactItems?: { Put?: Written; Update?: Written; Delete?: Written }[];
}

const writes: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

/** The keys that a call writes. */
function keysOf({ Key: key, Item: item, TransactItems = [] }: Written): Key[] {
  const own = key ?? item;
  const inner = TransactItems.flatMap(({ Put, Update, Delete }) => keysOf(Put ?? Update ?? Delete ?? {}));
  return [...(own ? [{ pk: own.pk, sk: own.sk }] : []), ...inner];
}

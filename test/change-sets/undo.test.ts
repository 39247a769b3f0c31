import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { runCli } from '../infra/cli/cli.ts';
import { mirrorIn, withoutDerived } from '../infra/cli/mirror.ts';
import { dataOf, newStoryWorkspace } from '../stories/story-api.ts';
import { readAll } from '../support/answers.ts';
import { seededRandom } from '../support/random.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import type { Person } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

const { seed, whole } = inject('sampling');
const RUNS = whole ? 10_000 : 16;
const RUNS_AT_ONCE = 16;
const STEPS = 6;
/** How often the agent acts, and not the person. */
const AGENT_SHARE = 0.6;
/** About two of an own run on a busy machine, and for what follows from the stream. */
const TIMEOUT_MS = 120_000 + RUNS * 500;

const values: Record<string, readonly unknown[]> = {
  title: ['One', 'Two', 'Three'],
  priority: ['low', 'medium', 'high', 'urgent'],
  estimateValue: [1, 2, 3, 5],
  endDate: ['2026-12-01T00:00:00.000Z', '2026-12-02T00:00:00.000Z'],
};
const names = Object.keys(values);
type Fields = Record<string, unknown>;

const { workspace, team, member: agent, api } = await newStoryWorkspace();
const person = await workspace.person('member', [team]);
const sets = changeSetApi(workspace, agent.client);

async function change(who: Person, { id }: Story, fields: object, headers = {}): Promise<void> {
  const { updatedAt: expectedUpdatedAt } = await api.read(id);
  const path = `${workspace.path}/stories/${id}`;
  dataOf(await who.client.patch(path, { expectedUpdatedAt, ...fields }, headers), 200);
}

/** What happened to a field: who gave it its last value, and what the agent found and left. */
interface Touched {
  isAgents: boolean;
  value: unknown;
  byAgent?: { found: unknown; left: unknown };
}

/** The agent and the person change a story in turns; then what the agent did is reverted. Returns the story's id. */
async function run(number: number): Promise<string> {
  const random = seededRandom(seed + number);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const id = randomUUID();
  const before = await api.create({ title: 'Zero', teamId: team.id });
  const state: Fields = { ...before };
  const touched = new Map<string, Touched>();
  let [acts, changes] = [0, 0];
  for (let step = 0; step < STEPS; step++) {
    const [name, isAgents] = [pick(names), random() < AGENT_SHARE];
    const value = pick(values[name]!);
    if (state[name] === value) continue;
    await change(isAgents ? agent : person, before, { [name]: value }, isAgents ? { 'change-set': id } : {});
    const earlier = touched.get(name)?.byAgent;
    const byAgent = isAgents ? { found: earlier ? earlier.found : state[name], left: value } : earlier;
    touched.set(name, { isAgents, value, ...(byAgent ? { byAgent } : {}) });
    state[name] = value;
    changes++;
    if (isAgents) acts++;
  }
  if (acts === 0) return before.id;
  await sets.of(id, acts);
  // What was touched is known from the history.
  const history = `${workspace.path}/stories/${before.id}/history`;
  await until(async () => (await readAll(agent.client, history)).length === changes + 1);
  const { json, status, text } = await sets.revert(id);
  expect(status, text).toBe(200);
  const after = (await api.read(before.id)) as unknown as Fields;
  const conflicts = (json.data.conflicts as { field: string }[]).map(({ field }) => field).sort();
  expect(conflicts, `conflicts of run ${number}`).toEqual(conflictsOf(touched));
  for (const name of names) {
    const last = touched.get(name);
    const expected = last ? (last.isAgents ? last.byAgent!.found : last.value) : state[name];
    expect(after[name], `${name} of run ${number}`).toEqual(expected);
  }
  const again = await sets.revert(id);
  expect(again.json.data).toMatchObject({ reverted: [], changeSetId: null });
  expect(await api.read(before.id)).toEqual(after);
  return before.id;
}

/** The fields that the agent changed, and the person after it to something else than the agent had found. */
function conflictsOf(touched: ReadonlyMap<string, Touched>): string[] {
  const kept = [...touched].filter(
    ([, { isAgents, value, byAgent }]) =>
      !isAgents && byAgent && byAgent.found !== byAgent.left && byAgent.found !== value,
  );
  return kept.map(([name]) => name).sort();
}

/** A mirror of what the agent sees, which follows changes since it was made. */
async function newMirror() {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: agent.token };
  const sync = async () => {
    const { code, stderr } = await runCli(['sync', folder, '--once'], env);
    expect(code, stderr).toBe(0);
    return mirrorIn(folder)['stories']!;
  };
  expect(await sync()).toEqual([]);
  return { sync };
}

test(
  'a revert undoes the random acts of an agent, and keeps and lists those of a person among them, as lists and mirrors show',
  { timeout: TIMEOUT_MS },
  async () => {
    const mirror = await newMirror();
    const limit = pLimit(RUNS_AT_ONCE);
    const runs = Array.from({ length: RUNS }, (_, number) => limit(() => run(number)));
    const ids = await Promise.all(runs);
    const list = (query: object = {}) => readAll(agent.client, `${workspace.path}/stories`, { ...query });
    // The list from the index and that of the read model show what the last reads showed.
    const stories = new Map((await list()).map((story) => [story.id as string, JSON.stringify(story)]));
    expect([...stories.keys()].sort()).toEqual(ids.toSorted());
    await until(async () => {
      // A read model that is built for the first time answers 503 until then.
      const ordered = await list({ sort: 'createdAt' }).catch(() => []);
      const isSame = ordered.every((story) => JSON.stringify(story) === stories.get(story.id as string));
      return ordered.length === stories.size && isSame;
    });
    // So does a mirror, which has followed each change and its reversal.
    const shown = (await list()).map((story) => JSON.stringify(withoutDerived(story))).sort();
    await until(async () => {
      const mirrored = (await mirror.sync()).map((story) => JSON.stringify(story)).sort();
      return mirrored.length === shown.length && mirrored.every((line, n) => line === shown[n]);
    });
  },
);

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projections } from '../../shared/surface/workers/projections.ts';
import type { UnprocessedRecord } from '../../shared/projections/unprocessed-record.ts';
import { runCli, runJson } from '../infra/cli/cli.ts';
import { startProxy, type DynamoDbProxy, type Fault } from '../support/dynamodb-proxy.ts';
import { sampled } from '../support/sampling.ts';
import { startService, type OwnService } from '../support/service.ts';
import { newScenarios, type Scenario } from './scenarios.ts';

/** Every projection of the list, while its database or its record is broken. */
let home: string;
let service: OwnService;
/** Stands between the projector, and it alone, and the table. */
let proxy: DynamoDbProxy;
let prepare: Awaited<ReturnType<typeof newScenarios>>;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  proxy = await startProxy();
  service = await startService({
    home,
    dynamodbEndpoint: (name) => (name.startsWith('Projector') ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
  prepare = await newScenarios(service);
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => proxy.reset());

const names = projections.map(({ name }) => name);
/** What was deleted, and when, is in its records, and nowhere in the table. */
const onlyInRecords = ['bin', 'attachment-files'];
const env = () => ({ PLOTLINE_HOME: home });

test('there is a scenario for every projection', () => {
  expect(Object.keys(prepare).sort()).toEqual(names.toSorted());
});

function keptObjects(): string[] {
  const folder = join(home, 'buckets', service.buckets!.names['Unhandled']!);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Lets the change happen while the projector's calls fail: the first few, or all until the fault is removed. */
async function during(scenario: Scenario, fault: Fault, calls: number): Promise<void> {
  await service.streamsIdle();
  // A job that an earlier change asked for would do the work of this one too.
  await service.queuesIdle();
  let failed = 0;
  proxy.fault = () => (++failed > calls ? undefined : fault);
  await scenario.change();
  await service.streamsIdle();
  expect(failed).toBeGreaterThan(0);
}

/** What goes wrong, the fault, and how many calls it breaks. */
const faults: [string, Fault, number][] = [
  ['killed in the middle of its calls', 'refuse', 9],
  ['killed after a call took effect', 'lose-answer', 5],
  ['throttled', 'throttle', 9],
];

describe.each(sampled('projections that lose records', 5, names))('%s', (name) => {
  test.each(sampled(`faults of ${name}`, 1, faults))(
    'loses nothing while it is %s',
    async (_, fault, calls) => {
      const scenario = await prepare[name]!();
      await during(scenario, fault, calls);
      await scenario.expectDone();
      expect(keptObjects()).toEqual([]);
    },
  );

  test('keeps what it can never process whole, shows it, and one command repairs it', async () => {
    const scenario = await prepare[name]!();
    await during(scenario, 'reject', Infinity);
    await expect(scenario.expectDone()).rejects.toThrow();
    const kept = keptObjects().map((file) => JSON.parse(readFileSync(file, 'utf8')) as UnprocessedRecord);
    const own = kept.filter(({ projection }) => projection === name);
    expect(own.length).toBeGreaterThan(0);
    for (const { payload } of own) {
      const { Records } = JSON.parse(payload) as { Records: { dynamodb: { Keys: object } }[] };
      expect(Records).toMatchObject([{ dynamodb: { Keys: { pk: {}, sk: {} } } }]);
    }
    const status = await runCli(['projections', 'status', '--json'], env());
    expect(status.code).toBe(1);
    expect(JSON.parse(status.stdout)).toContainEqual({ projection: name, unprocessed: own.length });

    proxy.fault = undefined;
    expect(await runCli(['projections', 'replay'], env())).toMatchObject({ code: 0 });
    await service.streamsIdle();
    await scenario.expectDone();
    expect(keptObjects()).toEqual([]);
    expect(await runCli(['projections', 'status'], env())).toMatchObject({ code: 0 });
  });

  if (onlyInRecords.includes(name)) return;

  test('is rebuilt from the table when its records are lost', async () => {
    const scenario = await prepare[name]!();
    await during(scenario, 'reject', Infinity);
    for (const file of keptObjects()) rmSync(file);
    proxy.fault = undefined;
    await expect(scenario.expectDone()).rejects.toThrow();
    const [rebuilt] = (await runJson(['rebuild', name], env())).rebuilt as object[];
    expect(rebuilt).toMatchObject({ projection: name, failed: [] });
    await service.streamsIdle();
    await scenario.expectDone();
    // What the rebuild itself changed was followed by the others.
    expect(keptObjects()).toEqual([]);
  });
});

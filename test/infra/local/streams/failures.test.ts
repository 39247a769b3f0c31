import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { assemblyWithMapping, listen, range, write } from './stream-listener.ts';
import type { Answer, Batch } from './stream-listener.ts';
import { alteredAssembly, startFixture, temporaryFolder } from '../support.ts';

const REPORTS = { FunctionResponseTypes: ['ReportBatchItemFailures'] };

/** Writes ten records at once and returns the batches that the function saw, and what the runner wrote into its log. */
async function tenRecords(
  properties: Record<string, unknown>,
  answer: (batch: Batch, number: number) => Answer,
): Promise<{ batches: string[][]; gaveUp: string[] }> {
  const home = temporaryFolder();
  const local = await startFixture({ home, assembly: await assemblyWithMapping(properties) });
  const heard = await listen(answer);
  await write(local, heard, range(1, 10));
  await local.streamsIdle();
  await local.stop();
  return { batches: heard.keys(), gaveUp: gaveUp(home) };
}

function gaveUp(home: string): string[] {
  const lines = readFileSync(join(home, 'logs/stream.log'), 'utf8').split('\n');
  return lines.filter((line) => line.includes('Gave up')).map((line) => line.replace(/^\S+ /, ''));
}

const failing = (number: string) => ({ batchItemFailures: [{ itemIdentifier: number }] });
const poison =
  (key: string) =>
  ({ keys }: Batch): Answer =>
    keys.includes(key) ? { error: `cannot handle ${key}` } : {};

describe('a batch that fails', () => {
  test.each<[string, Answer]>([
    ['throws', { error: 'not now' }],
    ['ends its process', { exit: 3 }],
    ['times out', { hang: true }],
  ])('comes again when the function %s', async (_name, answer) => {
    const assembly = await alteredAssembly((resources) => {
      for (const { Type, Properties } of Object.values(resources)) {
        if (Type === 'AWS::Lambda::Function') Properties.Timeout = 1;
      }
    });
    const local = await startFixture({ assembly });
    const heard = await listen((_batch, number) => (number < 3 ? answer : {}));
    await write(local, heard, range(1, 3));
    await write(local, heard, range(4, 5));
    await local.streamsIdle();
    await local.stop();
    expect(heard.keys().flat().slice(-5)).toEqual(range(1, 5));
    expect(heard.keys().slice(0, 3)).toEqual(Array(3).fill(heard.keys()[0]));
  });

  test('is discarded when its retries are used up, and the stream goes on', async () => {
    const home = temporaryFolder();
    const assembly = await assemblyWithMapping({ MaximumRetryAttempts: 2 });
    const local = await startFixture({ home, assembly });
    const heard = await listen(poison('2'));
    await write(local, heard, range(1, 3));
    await local.streamsIdle();
    await write(local, heard, ['4']);
    await local.streamsIdle();
    await local.stop();
    expect(heard.keys()).toEqual([range(1, 3), range(1, 3), range(1, 3), ['4']]);
    expect(gaveUp(home)).toEqual([
      'Gave up 3 records of the stream of Table, sequence numbers 1 to 3: Error: cannot handle 2 after 2 retries',
    ]);
  });

  test('is discarded at once where there are no retries', async () => {
    const { batches } = await tenRecords({ MaximumRetryAttempts: 0 }, poison('2'));
    expect(batches).toEqual([range(1, 10)]);
  });

  test('is split down to the record that fails, which does not count as a retry', async () => {
    const { batches, gaveUp } = await tenRecords(
      { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1 },
      poison('4'),
    );
    expect(batches).toEqual([
      range(1, 10),
      range(1, 5),
      range(1, 3),
      range(4, 5),
      ['4'],
      ['4'],
      ['5'],
      range(6, 10),
    ]);
    expect(gaveUp).toEqual([
      'Gave up 1 records of the stream of Table, sequence numbers 4 to 4: Error: cannot handle 4 after 1 retries',
    ]);
  });

  test('is discarded without a call when its records are too old', async () => {
    const home = temporaryFolder();
    const start = (properties: Record<string, unknown>) =>
      assemblyWithMapping(properties).then((assembly) => startFixture({ home, assembly, inMemory: false }));
    const heard = await listen();
    const first = await start({ Enabled: false });
    await write(first, heard, range(1, 4));
    await first.stop();
    const database = new DatabaseSync(join(home, 'dynamodb.sqlite'));
    database.exec(
      'UPDATE _stream_records SET created_at = created_at - 90 WHERE CAST(sequence_number AS INTEGER) < 4',
    );
    database.close();
    const second = await start({ MaximumRecordAgeInSeconds: 60 });
    await second.streamsIdle();
    await second.stop();
    expect(heard.keys()).toEqual([['4']]);
    expect(gaveUp(home)).toEqual([
      'Gave up 3 records of the stream of Table, sequence numbers 1 to 3: older than 60 seconds',
    ]);
  });
});

describe('a partial response', () => {
  test('retries the records from the lowest that failed', async () => {
    const { batches } = await tenRecords(REPORTS, ({ numbers }, number) => ({
      result:
        number === 1
          ? { batchItemFailures: [{ itemIdentifier: numbers[6] }, { itemIdentifier: numbers[4] }] }
          : { batchItemFailures: [] },
    }));
    expect(batches).toEqual([range(1, 10), range(5, 10)]);
  });

  test('counts as a retry, and what is left is discarded together', async () => {
    const { batches, gaveUp } = await tenRecords({ ...REPORTS, MaximumRetryAttempts: 1 }, ({ numbers }) => ({
      result: failing(numbers.find((number) => number >= '5') ?? numbers[0]!),
    }));
    expect(batches).toEqual([range(1, 10), range(5, 10)]);
    expect(gaveUp).toEqual([
      'Gave up 6 records of the stream of Table, sequence numbers 5 to 10: the function reported failures after 1 retries',
    ]);
  });

  test('splits the batch at the number it reports, with bisect', async () => {
    const { batches } = await tenRecords(
      { ...REPORTS, BisectBatchOnFunctionError: true, MaximumRetryAttempts: 0 },
      ({ keys, numbers }) => (keys.includes('4') ? { result: failing(numbers[keys.indexOf('4')]!) } : {}),
    );
    expect(batches).toEqual([
      range(1, 10),
      range(4, 10),
      range(4, 7),
      range(4, 5),
      ['4'],
      ['5'],
      range(6, 7),
      range(8, 10),
    ]);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a list that is null', { batchItemFailures: null }],
    ['an empty list', { batchItemFailures: [] }],
    ['something else', { statusCode: 500 }],
  ])('of %s is success', async (_name, result) => {
    const { batches } = await tenRecords(REPORTS, () => ({ result }));
    expect(batches).toEqual([range(1, 10)]);
  });

  test.each<[string, unknown]>([
    ['text', 'all failed'],
    ['a list', []],
    ['no list', { batchItemFailures: {} }],
    ['an empty identifier', failing('')],
    ['no identifier', { batchItemFailures: [{ itemIdentifier: null }] }],
    ['another key', { batchItemFailures: [{ id: '2' }] }],
    ['a record of another batch', failing('99')],
    ['a failure beside a status', { statusCode: 200, ...failing('1') }],
  ])('of %s fails the whole batch', async (_name, result) => {
    const { batches } = await tenRecords(REPORTS, (_batch, number) => (number === 1 ? { result } : {}));
    expect(batches).toEqual([range(1, 10), range(1, 10)]);
  });

  test('is ignored where the mapping does not ask for it', async () => {
    const { batches } = await tenRecords({}, ({ numbers }) => ({ result: failing(numbers[0]!) }));
    expect(batches).toEqual([range(1, 10)]);
  });
});

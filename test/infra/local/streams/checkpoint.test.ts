import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { RunningService } from '../../../../infra/local/start.ts';
import type { RunningNote } from '../../../../cli/core/running-note.ts';
import { CheckpointFile } from '../../../../infra/local/streams/checkpoint.ts';
import { enginePid, spawnRunner, untilGone } from '../runner-process.ts';
import { assemblyWithMapping, listen, range, write } from './stream-listener.ts';
import { startFixture, temporaryFolder } from '../support.ts';

/** Starts the fixture on its data file, does something, and stops it. */
async function withRunner(
  home: string,
  work: (local: RunningService) => Promise<void>,
  properties: Record<string, unknown> = {},
): Promise<void> {
  const local = await startFixture({
    home,
    inMemory: false,
    assembly: await assemblyWithMapping(properties),
  });
  await work(local);
  await local.streamsIdle();
  await local.stop();
}

/** The table of a runner that is a process of its own, as its note says. */
function tableOf(home: string): Pick<RunningService, 'dynamodbEndpoint' | 'credentials' | 'tableName'> {
  const note = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as RunningNote;
  const { dynamodbEndpoint, credentials, tableName } = note;
  return {
    dynamodbEndpoint: dynamodbEndpoint!,
    credentials: credentials!,
    tableName: () => tableName!,
  };
}

function checkpointFile(home: string): string {
  const [name, ...others] = readdirSync(join(home, 'checkpoints'));
  expect(others).toEqual([]);
  return join(home, 'checkpoints', name!);
}

describe('a mapping goes on where it was', () => {
  test('after a restart, with the records from while it did not run', async () => {
    const home = temporaryFolder();
    const heard = await listen();
    await withRunner(home, (local) => write(local, heard, ['a', 'b']));
    await withRunner(home, (local) => write(local, heard, ['c']), { Enabled: false });
    await withRunner(home, (local) => write(local, heard, ['d']));
    expect(heard.keys().flat()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('after a restart, where it starts at the latest record', async () => {
    const home = temporaryFolder();
    const heard = await listen();
    const latest = { StartingPosition: 'LATEST' };
    await withRunner(home, (local) => write(local, heard, ['a']), { Enabled: false });
    await withRunner(home, () => Promise.resolve(), latest);
    await withRunner(home, (local) => write(local, heard, ['b']), { Enabled: false });
    await withRunner(home, (local) => write(local, heard, ['c']), latest);
    expect(heard.keys().flat()).toEqual(['b', 'c']);
  });

  test('after records that are not for the function', async () => {
    const home = temporaryFolder();
    const none = { FilterCriteria: { Filters: [{ Pattern: '{"eventName":["NEVER"]}' }] } };
    const heard = await listen();
    await withRunner(home, (local) => write(local, heard, range(1, 4)), none);
    expect(JSON.parse(readFileSync(checkpointFile(home), 'utf8'))).toMatchObject({ sequenceNumber: '4' });
    await withRunner(home, (local) => write(local, heard, ['5']));
    expect(heard.keys()).toEqual([['5']]);
  });

  test('after kill -9: nothing is lost, and only the batch under way comes again', async () => {
    const home = temporaryFolder();
    let hold = true;
    const heard = await listen(({ keys }) => (hold && keys[0] === '11' ? new Promise(() => undefined) : {}));
    const first = await spawnRunner(home);
    await first.baseUrl;
    const table = tableOf(home);
    await write(table, heard, range(1, 25));
    expect((await heard.next()).keys).toEqual(range(1, 10));
    expect((await heard.next()).keys).toEqual(range(11, 20));
    const engine = enginePid(home);
    first.child.kill('SIGKILL');
    await first.ended;
    await untilGone(engine);
    hold = false;
    const second = await spawnRunner(home);
    expect((await heard.next()).keys).toEqual(range(11, 20));
    expect((await heard.next()).keys).toEqual(range(21, 25));
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });

  test('after the engine was killed and started again under it', async () => {
    const home = temporaryFolder();
    const heard = await listen();
    const runner = await spawnRunner(home);
    await runner.baseUrl;
    const table = tableOf(home);
    await write(table, heard, ['a']);
    await heard.next();
    process.kill(enginePid(home), 'SIGKILL');
    await runner.says('The DynamoDB engine is back');
    await write(table, heard, ['b']);
    expect((await heard.next()).keys).toEqual(['b']);
  });
});

describe('a mapping starts again', () => {
  test('when the data was wiped, although its numbers begin at 1 again', async () => {
    const home = temporaryFolder();
    const heard = await listen();
    await withRunner(home, (local) => write(local, heard, range(1, 5)));
    for (const name of readdirSync(home)) if (name.startsWith('dynamodb.sqlite')) rmSync(join(home, name));
    await withRunner(home, (local) => write(local, heard, range(6, 13)), { Enabled: false });
    await withRunner(home, (local) => write(local, heard, ['14']), { StartingPosition: 'LATEST' });
    expect(heard.keys().flat()).toEqual(range(1, 14));
    expect(heard.batches[1]!.numbers[0]).toBe('1');
  });

  test('when an older copy of the data was restored', async () => {
    const home = temporaryFolder();
    const file = join(home, 'dynamodb.sqlite');
    const heard = await listen();
    await withRunner(home, (local) => write(local, heard, ['a', 'b']));
    expect(existsSync(`${file}-wal`)).toBe(false);
    cpSync(file, `${file}.copy`);
    await withRunner(home, (local) => write(local, heard, ['c', 'd']));
    cpSync(`${file}.copy`, file);
    await withRunner(home, (local) => write(local, heard, ['e']));
    expect(heard.keys().flat()).toEqual(['a', 'b', 'c', 'd', 'a', 'b', 'e']);
  });

  test('when its checkpoint cannot be read', async () => {
    const home = temporaryFolder();
    const heard = await listen();
    await withRunner(home, (local) => write(local, heard, ['a']));
    writeFileSync(checkpointFile(home), '{"streamArn":');
    await withRunner(home, (local) => write(local, heard, ['b']), { StartingPosition: 'LATEST' });
    expect(heard.keys().flat()).toEqual(['a', 'a', 'b']);
  });
});

test('a shorter checkpoint leaves nothing of a longer one', () => {
  const home = temporaryFolder();
  const [streamArn, shardId] = ['arn:aws:dynamodb:stream', 'shard'];
  const file = new CheckpointFile(home, 'mapping');
  file.save({ streamArn, shardId, sequenceNumber: '9'.repeat(40) });
  file.save({ streamArn, shardId, sequenceNumber: '1' });
  expect(new CheckpointFile(home, 'mapping').load()).toEqual({ streamArn, shardId, sequenceNumber: '1' });
  file.save({ streamArn });
  expect(new CheckpointFile(home, 'mapping').load()).toEqual({ streamArn });
});

test('records that are not handled yet are retained, however old', async () => {
  const home = temporaryFolder();
  const heard = await listen();
  await withRunner(home, (local) => write(local, heard, range(1, 3)));
  await withRunner(home, (local) => write(local, heard, range(4, 6)), { Enabled: false });
  const database = new DatabaseSync(join(home, 'dynamodb.sqlite'));
  database.exec('UPDATE _stream_records SET created_at = created_at - 25 * 3600');
  await withRunner(home, () => Promise.resolve());
  const numbers = database.prepare('SELECT CAST(sequence_number AS INTEGER) AS n FROM _stream_records').all();
  database.close();
  expect(heard.keys().flat()).toEqual(range(1, 6));
  // What was done with at the start is gone.
  expect(numbers.map(({ n }) => n)).toEqual([4, 5, 6]);
});

test('data in memory leaves no checkpoint', async () => {
  const home = temporaryFolder();
  const heard = await listen();
  const local = await startFixture({ home });
  await write(local, heard, ['a']);
  await local.streamsIdle();
  await local.stop();
  expect([heard.keys(), existsSync(join(home, 'checkpoints'))]).toEqual([[['a']], false]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startEngine } from '../../../../infra/local/database/engine.ts';
import { enginePid, isAlive, spawnRunner, untilGone } from '../runner-process.ts';
import { startFixture, temporaryFolder } from '../support.ts';

async function put(baseUrl: string, key: string, body: string): Promise<number> {
  const headers = { 'content-type': 'text/plain' };
  return (await fetch(`${baseUrl}/store/${key}`, { method: 'POST', headers, body })).status;
}

async function get(baseUrl: string, key: string): Promise<string> {
  return (await fetch(`${baseUrl}/store/${key}`)).text();
}

describe('data', () => {
  test('survives a killed runner, and no engine is left behind', async () => {
    const home = temporaryFolder();
    const first = await spawnRunner(home);
    expect(await put(await first.baseUrl, 'a', 'one')).toBe(204);
    const engine = enginePid(home);
    first.child.kill('SIGKILL');
    await first.ended;
    await untilGone(engine);
    const second = await spawnRunner(home);
    expect(await get(await second.baseUrl, 'a')).toBe('one');
    const lastEngine = enginePid(home);
    second.child.kill('SIGINT');
    expect((await second.ended).code).toBe(0);
    await untilGone(lastEngine);
  });

  test('survives a killed engine, which is started again; meanwhile the functions answer', async () => {
    const home = temporaryFolder();
    const runner = await spawnRunner(home);
    const baseUrl = await runner.baseUrl;
    expect(await put(baseUrl, 'a', 'one')).toBe(204);
    const engine = enginePid(home);
    const asked = Array.from({ length: 20 }, (_, i) => put(baseUrl, `during-${i}`, 'two'));
    process.kill(engine, 'SIGKILL');
    const statuses = await Promise.all(asked);
    expect(new Set([204, 503, ...statuses])).toEqual(new Set([204, 503]));
    await runner.says('The DynamoDB engine is back');
    expect(enginePid(home)).not.toBe(engine);
    expect(await get(baseUrl, 'a')).toBe('one');
    for (const [i, status] of statuses.entries()) {
      if (status === 204) expect(await get(baseUrl, `during-${i}`)).toBe('two');
    }
  });

  test('survives a killed gate of the engine, which is started again with it', async () => {
    const home = temporaryFolder();
    const runner = await spawnRunner(home);
    const baseUrl = await runner.baseUrl;
    expect(await put(baseUrl, 'a', 'one')).toBe(204);
    const engine = enginePid(home);
    process.kill(gateOf(engine), 'SIGKILL');
    await runner.says('The DynamoDB engine is back');
    await untilGone(engine);
    expect(await get(baseUrl, 'a')).toBe('one');
  });

  test('is served although the guard was killed with the runner', async () => {
    const home = temporaryFolder();
    const first = await spawnRunner(home);
    expect(await put(await first.baseUrl, 'a', 'one')).toBe(204);
    const engine = enginePid(home);
    process.kill(guardOf(engine), 'SIGKILL');
    first.child.kill('SIGKILL');
    await first.ended;
    process.kill(engine, 0);
    const second = await spawnRunner(home);
    expect(await get(await second.baseUrl, 'a')).toBe('one');
    await untilGone(engine);
    expect(enginePid(home)).not.toBe(engine);
  });

  test('survives a note of a process that is not our engine', async () => {
    const home = temporaryFolder();
    const other = spawn('sleep', ['60']);
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other, 'spawn');
    writeFileSync(
      join(home, 'engine.json'),
      JSON.stringify({ pid: other.pid, command: ['dynoxide', 'serve'] }),
    );
    const engine = await startEngine({ home, inMemory: true });
    expect(enginePid(home)).not.toBe(other.pid);
    await engine.stop();
    expect([isAlive(other.pid!), other.signalCode]).toEqual([true, null]);
  });

  test('is readable by this user alone, also in a folder that others may read, and where it was not', async () => {
    const home = temporaryFolder();
    chmodSync(home, 0o755);
    const modes = () =>
      readdirSync(home)
        .filter((name) => name.startsWith('dynamodb.sqlite'))
        .map((name) => `${name} ${(statSync(join(home, name)).mode & 0o777).toString(8)}`);
    const own = ['dynamodb.sqlite 600', 'dynamodb.sqlite-shm 600', 'dynamodb.sqlite-wal 600'];
    const first = await startEngine({ home });
    expect(modes()).toEqual(own);
    process.kill(enginePid(home), 'SIGKILL');
    await first.stop();
    for (const name of readdirSync(home))
      if (name.startsWith('dynamodb.')) chmodSync(join(home, name), 0o644);
    const second = await startEngine({ home });
    onTestFinished(second.stop);
    expect(modes()).toEqual(own);
  });
});

describe('the stream log of the engine', () => {
  test('has an index, and is trimmed but for its newest record', async () => {
    const home = temporaryFolder();
    const open = () => new DatabaseSync(join(home, 'dynamodb.sqlite'));
    const local = await startFixture({ home, inMemory: false });
    for (const key of ['a', 'b', 'c']) await put(local.baseUrl, key, 'one');
    await local.streamsIdle();
    await local.stop();
    let database = open();
    expect(
      database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = '_stream_records'")
        .all(),
    ).toEqual([{ name: 'plotline_stream_order' }]);
    database.exec('UPDATE _stream_records SET created_at = created_at - 25 * 3600');
    database.close();
    const again = await startFixture({ home, inMemory: false });
    await put(again.baseUrl, 'd', 'two');
    await again.stop();
    database = open();
    const rows = database
      .prepare('SELECT CAST(sequence_number AS INTEGER) AS n FROM _stream_records ORDER BY id')
      .all();
    expect(rows).toEqual([{ n: 3 }, { n: 4 }]);
    database.close();
  });
});

/** The guard is the process that has the engine's id as its argument. */
const guardOf = (engine: number) => processWhere((command) => command.endsWith(`kill -9 "$0"\0${engine}\0`));

/** The gate's last argument, too. */
const gateOf = (engine: number) =>
  processWhere((command) => command.includes('engine-gate.mjs\0') && command.endsWith(`\0${engine}\0`));

function processWhere(matches: (command: string) => boolean): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Number(pids.find((pid) => matches(commandOf(pid))));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enginePid, isAlive, spawnRunner, untilGone } from './runner-process.ts';
import { temporaryFolder } from './support.ts';

test('the runner prints where it listens, and ends with exit code 0 on a signal', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const home = temporaryFolder();
    const runner = await spawnRunner(home);
    const baseUrl = await runner.baseUrl;
    expect((await fetch(`${baseUrl}/misc/plain`)).status).toBe(200);
    const engine = enginePid(home);
    runner.child.kill(signal);
    const { code, stdout, stderr } = await runner.ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`Plotline listens on ${baseUrl}\nData and logs are in ${home}. Ctrl-C stops it.\n`);
    expect(existsSync(join(home, 'running.json'))).toBe(false);
    await untilGone(engine);
  }
});

test('the runner finishes the request under way on a signal to stop', async () => {
  const runner = await spawnRunner(temporaryFolder());
  const baseUrl = await runner.baseUrl;
  await fetch(`${baseUrl}/misc/plain`);
  const answer = fetch(`${baseUrl}/patient/waits`);
  // The second request is answered after the first one has arrived.
  await fetch(`${baseUrl}/misc/plain`);
  runner.child.kill('SIGTERM');
  expect((await answer).status).toBe(200);
  expect((await runner.ended).code).toBe(0);
});

test('the runner ends at once at the second Ctrl-C, and the engine with it', async () => {
  const home = temporaryFolder();
  const runner = await spawnRunner(home);
  const baseUrl = await runner.baseUrl;
  const engine = enginePid(home);
  const hanging = fetch(`${baseUrl}/patient/hangs`).catch(() => 'cut off');
  await fetch(`${baseUrl}/misc/plain`);
  runner.child.kill('SIGINT');
  await refusesConnections(baseUrl);
  runner.child.kill('SIGINT');
  expect((await runner.ended).code).toBe(130);
  expect(await hanging).toBe('cut off');
  await untilGone(engine);
});

test('the runner ends, and the engine with it, where its folder is gone meanwhile, and says what is missing', async () => {
  const home = temporaryFolder();
  const runner = await spawnRunner(home);
  await runner.baseUrl;
  const engine = enginePid(home);
  // How far its streams are read is stored when it stops, whether or not anything was written.
  rmSync(home, { recursive: true });
  runner.child.kill('SIGTERM');
  const { code, stderr } = await runner.ended;
  expect(code).toBe(1);
  expect(stderr).toContain(home);
  await untilGone(engine);
});

test('the runner stops when npm, its parent, is killed', async () => {
  const home = temporaryFolder();
  const shell = ['/bin/sh', '-c', '"$0" "$@"; :', process.execPath];
  const runner = await spawnRunner(home, { npm_lifecycle_event: 'start' }, shell);
  const baseUrl = await runner.baseUrl;
  const engine = enginePid(home);
  runner.child.kill('SIGKILL');
  // Whose output ends with the last process that writes to it, which is the runner.
  expect(await runner.ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
  expect(existsSync(join(home, 'running.json'))).toBe(false);
  await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
  expect(isAlive(engine)).toBe(false);
});

test.runIf(existsSync('/dev/full'))(
  'a full disk takes the logs of functions and not the service, and is said once',
  async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'logs'));
    for (const name of ['misc', 'store']) symlinkSync('/dev/full', join(home, 'logs', `${name}.log`));
    const runner = await spawnRunner(home);
    const baseUrl = await runner.baseUrl;
    expect((await fetch(`${baseUrl}/misc/logs?word=hello`)).status).toBe(200);
    expect((await fetch(`${baseUrl}/misc/throws`)).status).toBe(500);
    expect((await fetch(`${baseUrl}/misc/plain`)).status).toBe(200);
    await runner.says('can be written again');
    runner.child.kill('SIGTERM');
    const { code, stderr } = await runner.ended;
    expect(code).toBe(0);
    expect(stderr.split('\n')).toEqual([
      `${home} cannot be written (ENOSPC): the disk is full, and changes are refused. ` +
        'Free some space; the service then continues on its own.',
      `${home} can be written again.`,
      '',
    ]);
  },
);

test('what the engine says of a full disk in the log of a function is said in the terminal', async () => {
  const runner = await spawnRunner(temporaryFolder());
  const word = encodeURIComponent('commit failed (backend: database or disk is full)');
  expect((await fetch(`${await runner.baseUrl}/misc/logs?word=${word}`)).status).toBe(200);
  await runner.says('the disk is full');
});

test('a demo that finds no room is said in one sentence, with how to go on', async () => {
  const home = temporaryFolder();
  const { code, stderr } = await (await spawnRunner(home, { SEED: 'full' })).ended;
  expect(stderr).toBe(
    `${home} cannot be written (ENOSPC): the disk is full; free some space and start again.\n`,
  );
  expect(code).toBe(1);
});

test('a service that makes its demo first is ready once it has', async () => {
  const release = join(temporaryFolder(), 'release');
  const runner = await spawnRunner(temporaryFolder(), { SEED: 'waits', RELEASE: release });
  const baseUrl = (await runner.says('seeding http://[\\d.:]+')).slice('seeding '.length);
  expect((await fetch(`${baseUrl}/readiness`)).status).toBe(503);
  writeFileSync(release, '');
  await runner.baseUrl;
  expect((await fetch(`${baseUrl}/readiness`)).status).not.toBe(503);
});

async function refusesConnections(baseUrl: string): Promise<void> {
  for (;;) {
    try {
      await fetch(baseUrl, { headers: { connection: 'close' } });
    } catch {
      return;
    }
  }
}

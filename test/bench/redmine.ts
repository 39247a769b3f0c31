import { execFile, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { description, title } from './fixture.ts';
import type { RedmineFixture } from './redmine-requests.ts';

/** Where Debian's packages put it. */
const FOLDER = '/usr/share/redmine';
const PUMA = '/usr/bin/puma';
const LOGS = '/var/lib/redmine/default/log';
const BUNDLERS = '/usr/share/rubygems-integration/all/gems/bundler-*';
const READY_TIMEOUT_MS = 120_000;
/** Redmine runs one request at a time in a thread; more than five for a core gave nothing. */
const THREADS = 5;

/** What to do before Redmine can be measured, as a sentence; undefined if it can be. */
export function missingRedmine(): string | undefined {
  if (!existsSync(join(FOLDER, 'config.ru')) || !existsSync(PUMA) || !existsSync(LOGS)) {
    return 'Redmine is not installed: on Debian 12, run `sudo apt install redmine redmine-sqlite puma`, let it set up an instance with SQLite, and run this again.';
  }
  try {
    accessSync(LOGS, constants.W_OK);
    return undefined;
  } catch {
    return `Redmine's packages let only www-data and root run it (${LOGS}): run this as root.`;
  }
}

/**
 * Serves a new database of Redmine in production mode, with a worker for each core, as its manual advises. The database
 * is SQLite's, as ours is, in `home`; the one of the installed instance is not used. Throws if it does not start.
 */
export async function startRedmine(home: string, issues: number, ends: (() => unknown)[]) {
  const env = {
    ...process.env,
    ...debianBundler(),
    RAILS_ENV: 'production',
    DATABASE_URL: `sqlite3:${join(home, 'redmine.sqlite')}?timeout=15000&pool=${THREADS}`,
    // The schema of the installed instance stays as it is.
    SCHEMA: '/dev/null',
    ISSUES: String(issues),
    SUBJECT: title(0).replace('000000000', '%09d'),
    DESCRIPTION: description,
  };
  const run = promisify(execFile);
  await run('bundle', ['exec', 'rake', 'db:migrate'], { cwd: FOLDER, env, maxBuffer: 2 ** 26 });
  const seed = join(import.meta.dirname, 'redmine-seed.rb');
  const { stdout } = await run('bundle', ['exec', 'rails', 'runner', seed], { cwd: FOLDER, env });
  const fixture = JSON.parse(stdout.trim().split('\n').at(-1)!) as RedmineFixture;

  // Stays in the file: readers and a writer do not wait for each other.
  const database = new DatabaseSync(join(home, 'redmine.sqlite'));
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const workers = String(availableParallelism());
  const options = [
    '-e',
    'production',
    '-w',
    workers,
    '-t',
    `1:${THREADS}`,
    '--preload',
    '-b',
    `tcp://127.0.0.1:${port}`,
  ];
  const log = openSync(join(home, 'puma.log'), 'a');
  const puma = spawn(PUMA, options, { cwd: FOLDER, env, stdio: ['ignore', log, log] });
  const exited = new Promise((resolve) => puma.once('exit', resolve));
  ends.push(() => {
    puma.kill('SIGTERM');
    return exited;
  });
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await answers(baseUrl))) {
    if (puma.exitCode !== null || performance.now() > deadline) throw new Error('Redmine did not start.');
    await delay(100);
  }
  return { baseUrl, fixture };
}

/**
 * Variables that select the Bundler of Debian's package, which finds the gems of Debian's packages. Ruby's own, which
 * `bundle` prefers when it is newer, does not.
 */
export function debianBundler(installed = BUNDLERS): Record<string, string> {
  const [folder] = globSync(installed);
  if (folder === undefined) return {};
  return { BUNDLER_VERSION: basename(folder).replace('bundler-', ''), RUBYLIB: join(folder, 'lib') };
}

async function answers(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/login`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

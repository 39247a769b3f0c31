import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { digestTable } from '../../cli/operate/digest.ts';
import { startEngine } from '../local/database/engine.ts';
import { readLocalApp } from '../local/app.ts';
import { createRestored } from '../local/database/tables.ts';
import { loadAssembly } from '../local/template/template.ts';
import { seedDemo } from '../local/demo/seed-demo.ts';
import { localCredentials as credentials } from '../local/runner/credentials.ts';
import type { Demo } from '../../cli/core/demo-file.ts';
import { startLocal, type LocalOptions, type RunningService } from '../local/start.ts';
import { TABLE_EPOCH_VARIABLE } from '../../shared/kernel/core/table-epoch.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { exportTable, importTable } from './copy-table.ts';
import { call, plotline, readFeedToEnd, send } from './readers.ts';

/** A finding of the drill: what was checked, and whether it is as expected. */
export interface Finding {
  what: string;
  found: string;
  holds: boolean;
}

/** The epoch of the restored table, as the deployment derives it from its stream. */
const EPOCH = 'drill';

/** Stories that are created after the backup, and after the restore. */
const STORIES = 5;

/**
 * A restore drill on this machine, with all the steps of one on AWS: a service with data is backed up and goes on, with
 * readers that follow it; then its table is lost, and the backup is restored into another table without stream (as
 * DynamoDB restores), which a second service serves with the keys of the first. `folder` is emptied and used for both.
 */
export async function drill(assembly: string, folder: string): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  const [lost, restored] = [join(folder, 'lost'), join(folder, 'restored')];
  const file = join(folder, 'export.jsonl');

  const first = await startLocal({ home: lost, port: 0, assembly, quiet: true });
  const tableName = first.tableName();
  const port = Number(new URL(first.baseUrl).port);
  let before: Before;
  try {
    before = await useAndBackUp(first, { home: lost, file, mirror: join(folder, 'mirror') });
  } finally {
    await first.stop();
  }
  const home = { port, assembly, quiet: true };
  const refused = [
    await during({ ...home, home: lost, maintenance: true }, (local) => tryChange(local, before.demo)),
  ];
  const lostAt = performance.now();
  mkdirSync(restored, { recursive: true });
  // Secrets and files outlive a table.
  for (const kept of ['secrets.json', 'buckets'])
    cpSync(join(lost, kept), join(restored, kept), { recursive: true, force: true });
  rmSync(lost, { recursive: true, force: true });

  const after = await withTable(restored, tableName, async (database, endpoint) => {
    await createRestored(endpoint, tablesOf(assembly, restored));
    return { items: await importTable({ endpoint, tableName }, file), digest: await digestTable(database) };
  });

  // Readers know the service by its address.
  const variables = { [TABLE_EPOCH_VARIABLE]: EPOCH };
  const restoredHome = { ...home, home: restored };
  let servedAfterMs = 0;
  const finished = await during({ ...restoredHome, variables, maintenance: true }, async (local) => {
    const served = await readAll(local, before.demo);
    servedAfterMs = performance.now() - lostAt;
    refused.push(await tryChange(local, before.demo));
    return { served, error: await finish(local, before, restored) };
  });
  return await during({ ...restoredHome, variables }, async (local) => {
    const followed = await follow(local, before, restored, finished.error);
    const { served } = finished;
    return [
      {
        what: 'Changes under maintenance, before and after the restore',
        found: refused.join(', '),
        holds: refused.every((status) => status === 503),
      },
      { what: 'Items', found: `${after.items} of ${before.items}`, holds: after.items === before.items },
      {
        what: 'Counts and hashes',
        found: `${after.digest.length} kinds of items`,
        holds: JSON.stringify(after.digest) === JSON.stringify(before.digest),
      },
      {
        what: 'Answers of the API, with the tokens from before',
        found: `${served.length} bytes`,
        holds: served === before.answers,
      },
      ...followed,
      ...timesOf({ servedAfterMs, finishedAfterMs: performance.now() - lostAt }),
    ];
  });
}

/** Runs with a service that is stopped afterwards. */
async function during<T>(options: LocalOptions, run: (local: RunningService) => Promise<T>): Promise<T> {
  const local = await startLocal(options);
  try {
    return await run(local);
  } finally {
    await local.stop();
  }
}

/** The status of a change, where reads are answered. */
async function tryChange(local: RunningService, demo: Demo): Promise<number> {
  await call(local, demo, 'teams');
  const body = JSON.stringify({ title: `${LOST} change`, teamId: demo.teams[0]!.id });
  return (await send(local, demo, 'stories', { method: 'POST', body })).status;
}

/** What a restore costs: what was written since the point that it restores, and the time until the service answers. */
function timesOf({
  servedAfterMs,
  finishedAfterMs,
}: {
  servedAfterMs: number;
  finishedAfterMs: number;
}): Finding[] {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  return [
    { what: 'Lost, written after the backup', found: `${STORIES} stories`, holds: true },
    { what: 'From the loss to the first answers', found: seconds(servedAfterMs), holds: true },
    { what: 'From the loss to the end of these checks', found: seconds(finishedAfterMs), holds: true },
  ];
}

/** The recorded state of the service before its table is lost. */
interface Before {
  demo: Demo;
  items: number;
  digest: Awaited<ReturnType<typeof digestTable>>;
  answers: string;
  backedUpAt: Date;
  /** Readers that have come further than the backup. */
  cursor: string;
  mirror: string;
}

async function useAndBackUp(
  local: RunningService,
  { home, file, mirror }: { home: string; file: string; mirror: string },
): Promise<Before> {
  const demo = await seedDemo({ ...local, home });
  await local.streamsIdle();
  const answers = await readAll(local, demo);
  const { dynamodbEndpoint: endpoint } = local;
  const table = { endpoint, tableName: local.tableName() };
  const items = await exportTable(table, file);
  const database = createDatabase(table.tableName, { endpoint, region: 'local', credentials });
  const digest = await digestTable(database);
  database.client.destroy();
  const backedUpAt = new Date();
  const began = await readFeedToEnd(local, demo);
  await createStories(local, demo, { title: LOST, stories: STORIES });
  await local.streamsIdle();
  const { cursor } = await readFeedToEnd(local, demo, began.cursor);
  await plotline(home, ['sync', mirror, '--once'], demo);
  return { demo, items, digest, answers, backedUpAt, cursor, mirror };
}

/** Finishes the restore. Returns the error for a reader that was further than the backup. */
async function finish(
  local: RunningService,
  { demo, cursor, backedUpAt }: Before,
  home: string,
): Promise<string | undefined> {
  const { error } = await readFeedToEnd(local, demo, cursor);
  await plotline(
    home,
    ['restore-finish', '--local', '--restored-to', backedUpAt.toISOString(), '--yes'],
    demo,
  );
  return error;
}

/** Changes something, and looks at it through each reader that was further than the backup. */
async function follow(
  local: RunningService,
  { demo, mirror }: Before,
  home: string,
  error: string | undefined,
): Promise<Finding[]> {
  const began = await readFeedToEnd(local, demo);
  const created = new Set(await createStories(local, demo, { title: NEW, stories: STORIES }));
  await local.streamsIdle();
  const followed = await readFeedToEnd(local, demo, began.cursor);
  // A feed begins some seconds before its first call: on a fast machine it returns what was there before the backup too.
  const events = followed.events.filter(
    ({ type, data }) => type === 'story.created' && created.has(data.id),
  ).length;
  await plotline(home, ['sync', mirror, '--once'], demo);
  const mirrored = countTitles(readFileSync(join(mirror, 'stories.jsonl'), 'utf8'));
  const found = countTitles(
    (await call(local, demo, `search?q=${LOST}&type=story`)) +
      (await call(local, demo, `search?q=${NEW}&type=story`)),
  );
  const all = `${STORIES} new, 0 lost`;
  return [
    {
      what: 'A cursor from after the backup',
      found: error ?? 'goes on',
      holds: error === 'cursor_expired',
    },
    { what: 'Events of what is new', found: `${events} of ${STORIES}`, holds: events === STORIES },
    { what: 'A copy by plotline sync', found: mirrored, holds: mirrored === all },
    { what: 'Search', found, holds: found === all },
  ];
}

/** Words of stories that are created after the backup, and after the restore. */
const [LOST, NEW] = ['Quizzical', 'Zephyrous'];

const countTitles = (text: string): string => {
  const count = (word: string) => text.match(new RegExp(`"title": ?"${word} `, 'g'))?.length ?? 0;
  return `${count(NEW)} new, ${count(LOST)} lost`;
};

/** The tables of a template, which have nothing to do with where the service listens. */
function tablesOf(assembly: string, home: string) {
  const addresses = { baseUrl: 'http://127.0.0.1', queueUrl: () => 'http://127.0.0.1' };
  return readLocalApp(loadAssembly(assembly), home, addresses).tables;
}

/** Runs with a home's table while no service does. */
async function withTable<T>(
  home: string,
  tableName: string,
  run: (database: Database, endpoint: string) => Promise<T>,
): Promise<T> {
  const engine = await startEngine({ home });
  const database = createDatabase(tableName, {
    endpoint: engine.endpoint,
    region: 'local',
    credentials,
  });
  try {
    return await run(database, engine.endpoint);
  } finally {
    database.client.destroy();
    await engine.stop();
  }
}

const READ = ['stories?limit=100', 'objectives', 'sprints', 'teams', 'labels', 'members', 'portals'];

/** Reads the demo's resources through the API, without fields that change over time. */
async function readAll(local: RunningService, demo: Demo): Promise<string> {
  const teams = demo.teams.map(({ id }) => `objectives?teamId=${id}`);
  const texts = await Promise.all([...READ, ...teams].map((path) => call(local, demo, path)));
  return texts
    .join('\n')
    .replaceAll(local.baseUrl, '')
    .replaceAll(/"nextCursor":"[^"]*"/g, '');
}

/** Creates stories and returns their ids. */
async function createStories(
  local: RunningService,
  demo: Demo,
  { title, stories }: { title: string; stories: number },
): Promise<string[]> {
  const teamId = demo.teams[0]!.id;
  const ids: string[] = [];
  for (let number = 1; number <= stories; number++) {
    const body = JSON.stringify({ title: `${title} ${number}`, teamId });
    const { data } = JSON.parse(await call(local, demo, 'stories', { method: 'POST', body })) as {
      data: { id: string };
    };
    ids.push(data.id);
  }
  return ids;
}

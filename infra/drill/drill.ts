import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { digestTable } from '../cli/commands/digest.ts';
import { startEngine } from '../local/database/engine.ts';
import { readApp } from '../local/app.ts';
import { createRestored } from '../local/database/tables.ts';
import { loadAssembly } from '../local/template/template.ts';
import { localCredentials, seedDemo } from '../local/demo/seed-demo.ts';
import type { Demo } from '../local/runner/demo-file.ts';
import { startLocal, type Local } from '../local/start.ts';
import { createDatabase } from '../../shared/db/client.ts';
import type { Database } from '../../shared/core/database.ts';
import { exportTable, importTable } from './copy-table.ts';

/** What the drill found: what was looked at, and whether it is as it should be. */
interface Finding {
  what: string;
  found: string;
  holds: boolean;
}

/**
 * A restore drill on this machine, with all the steps of one on AWS: a service with data is stopped and its table
 * exported, the table is lost, the export is restored into another table without stream (as DynamoDB restores), which a
 * second service then serves with the keys of the first. `folder` is emptied and used for both.
 */
export async function drill(assembly: string, folder: string): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  const [lost, restored] = [join(folder, 'lost'), join(folder, 'restored')];
  const file = join(folder, 'export.jsonl');

  const first = await startLocal({ home: lost, port: 0, assembly, quiet: true });
  const tableName = first.tableName();
  let demo: Demo;
  let answers: string;
  try {
    demo = await seedDemo({ ...first, home: lost });
    await first.streamsIdle();
    answers = await readAll(first, demo);
  } finally {
    await first.stop();
  }

  const before = await withTable(lost, tableName, async (database, endpoint) => ({
    items: await exportTable({ endpoint, tableName }, file),
    digest: await digestTable(database),
  }));
  mkdirSync(restored, { recursive: true });
  // Secrets and files outlive a table.
  for (const kept of ['secrets.json', 'buckets'])
    cpSync(join(lost, kept), join(restored, kept), { recursive: true, force: true });
  rmSync(lost, { recursive: true, force: true });

  const after = await withTable(restored, tableName, async (database, endpoint) => {
    await createRestored(endpoint, tablesOf(assembly, restored));
    return { items: await importTable({ endpoint, tableName }, file), digest: await digestTable(database) };
  });

  const second = await startLocal({ home: restored, port: 0, assembly, quiet: true });
  try {
    const served = await readAll(second, demo);
    const counted = await createAndCount(second, demo);
    return [
      { what: 'Items', found: `${after.items} of ${before.items}`, holds: after.items === before.items },
      {
        what: 'Counts and hashes',
        found: `${after.digest.length} kinds of items`,
        holds: JSON.stringify(after.digest) === JSON.stringify(before.digest),
      },
      {
        what: 'Answers of the API, with the tokens from before',
        found: `${served.length} bytes`,
        holds: served === answers,
      },
      {
        what: 'Changes reach the projections through the new stream',
        found: `number ${counted.number}, ${counted.events} event`,
        holds: counted.events === 1,
      },
    ];
  } finally {
    await second.stop();
  }
}

/** The tables of a template, which have nothing to do with where the service listens. */
function tablesOf(assembly: string, home: string) {
  const addresses = { baseUrl: 'http://127.0.0.1', queueUrl: () => 'http://127.0.0.1' };
  return readApp(loadAssembly(assembly), home, addresses).tables;
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
    ...localCredentials,
  });
  try {
    return await run(database, engine.endpoint);
  } finally {
    database.client.destroy();
    await engine.stop();
  }
}

const READ = ['stories?limit=100', 'objectives', 'sprints', 'teams', 'labels', 'members', 'portals'];

async function call({ baseUrl }: Local, demo: Demo, path: string, init: RequestInit = {}): Promise<string> {
  const url = `${baseUrl}/api/v1/workspaces/${demo.workspaceId}/${path}`;
  const headers = {
    authorization: `Bearer ${demo.tokens.admin}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const answer = await fetch(url, { ...init, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`);
  return text;
}

/** What the API shows of the demo, without what differs between two moments. */
async function readAll(local: Local, demo: Demo): Promise<string> {
  const teams = demo.teams.map(({ id }) => `objectives?teamId=${id}`);
  const texts = await Promise.all([...READ, ...teams].map((path) => call(local, demo, path)));
  return texts
    .join('\n')
    .replaceAll(local.baseUrl, '')
    .replaceAll(/"nextCursor":"[^"]*"/g, '');
}

/** Creates a story, and counts the events that the changes feed has of it. */
async function createAndCount(local: Local, demo: Demo): Promise<{ number: number; events: number }> {
  const teamId = demo.teams[0]!.id;
  const since = new Date().toISOString();
  const body = JSON.stringify({ title: 'Created after the restore', teamId });
  const created = JSON.parse(await call(local, demo, 'stories', { method: 'POST', body })) as {
    data: { id: string; sequenceId: number };
  };
  await local.streamsIdle();
  const { data } = JSON.parse(await call(local, demo, `changes?since=${since}`)) as {
    data: { type: string; data?: { id?: string } }[];
  };
  const events = data.filter((event) => event.type === 'story.created' && event.data?.id === created.data.id);
  return { number: created.data.sequenceId, events: events.length };
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../../cli/core/demo-file.ts';
import { allOperations } from '../../shared/surface/registry.ts';
import type { Finding } from './drill.ts';
import { call, readFeedToEnd } from './readers.ts';
import { startRelease } from './run-release.ts';

/** A release: the folder of its code, with its packages installed. */
export interface Release {
  name: string;
  folder: string;
}

type Resource = Record<string, unknown>;

/** What a release answers, by list: resources by what identifies them. */
type Answers = Map<string, Map<string, Resource>>;

/** Stories that are created by each release. */
const STORIES = 3;

/** Lists of a whole workspace, as paths below it. */
const LISTS = allOperations
  .filter(
    ({ kind, path }) => kind === 'list' && /^\/api\/v1\/workspaces\/\{workspaceId\}\/[\w-]+$/.test(path),
  )
  .map(({ path }) => path.split('/').at(-1)!)
  .filter((list) => list !== 'changes');

/**
 * An upgrade and a rollback on this machine: one release writes, another reads and writes, and the first reads again, all
 * on one table, with its streams, jobs and secrets. A release must read all that the other wrote, and lose no record.
 */
export async function releaseDrill(writer: Release, reader: Release, home: string): Promise<Finding[]> {
  const written = await useRelease(writer, home);
  const upgraded = await useRelease(reader, home, written);
  const rolledBack = await useRelease(writer, home, upgraded);
  return [...upgraded.findings, ...rolledBack.findings];
}

interface Used {
  demo: Demo;
  answers: Answers;
  /** Where the feed of changes was read to. */
  cursor: string;
  created: string[];
  findings: Finding[];
}

/** Starts a release, compares what it reads with what the one before read, and writes. */
async function useRelease(release: Release, home: string, before?: Used): Promise<Used> {
  const { demo, stop } = await startRelease(release.folder, home);
  try {
    const findings = before ? await compare(release, demo, before) : [];
    const created = await write(demo, release.name);
    const { cursor } = await readFeedToEnd(demo, demo);
    const answers = await readLists(demo);
    return { demo, answers, cursor, created, findings: [...findings, ...lossesOf(release, home)] };
  } finally {
    await stop();
  }
}

async function compare({ name }: Release, demo: Demo, before: Used): Promise<Finding[]> {
  const answers = await readLists(demo);
  const wrong = [...before.answers].flatMap(([list, resources]) =>
    answers.has(list) ? differences(list, resources, answers.get(list)!) : [],
  );
  const count = [...before.answers.values()].reduce((sum, { size }) => sum + size, 0);
  const { events, error } = await readFeedToEnd(demo, demo, before.cursor);
  const stories = await Promise.all(before.created.map((id) => change(demo, id)));
  return [
    {
      what: `${name}: the workspace of the release before`,
      found: demo.workspaceId,
      holds: demo.workspaceId === before.demo.workspaceId,
    },
    {
      what: `${name}: resources in ${answers.size} lists`,
      found: wrong.length === 0 ? String(count) : wrong.slice(0, 5).join('; '),
      holds: wrong.length === 0 && count > 0,
    },
    {
      what: `${name}: the feed from the other's cursor`,
      found: error ?? `${events.length} events`,
      holds: error === undefined,
    },
    { what: `${name}: changes of the other's stories`, found: String(stories.length), holds: true },
  ];
}

/** What is missing, and each field of both that is not the same. */
function differences(list: string, before: Map<string, Resource>, now: Map<string, Resource>): string[] {
  return [...before].flatMap(([id, one]) => {
    const other = now.get(id);
    if (!other) return [`${list} ${id} is missing`];
    return Object.keys(one)
      .filter((field) => field in other && JSON.stringify(one[field]) !== JSON.stringify(other[field]))
      .map((field) => `${list} ${id} ${field}`);
  });
}

/** Reads the lists that a release has; each must be answered. */
async function readLists(demo: Demo): Promise<Answers> {
  const answers: Answers = new Map();
  for (const list of LISTS) {
    const body = await call(demo, demo, `${list}?limit=100`).catch((error: Error) => {
      // A list that this release does not have, or that needs a parameter.
      if (/answers 40[04]/.test(error.message)) return undefined;
      throw error;
    });
    if (body === undefined) continue;
    const { data } = JSON.parse(body) as { data: Resource[] };
    answers.set(
      list,
      new Map(data.map((one, at) => [typeof one['id'] === 'string' ? one['id'] : String(at), one])),
    );
  }
  return answers;
}

async function write(demo: Demo, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= STORIES; number++) {
    const body = JSON.stringify({ teamId: demo.restrictedTeamId, title: `Of ${name}, ${number}` });
    const { data } = JSON.parse(await call(demo, demo, 'stories', { method: 'POST', body })) as {
      data: { id: string };
    };
    ids.push(data.id);
  }
  return ids;
}

/** Changes a story as it is now. */
async function change(demo: Demo, id: string): Promise<string> {
  const { data } = JSON.parse(await call(demo, demo, `stories/${id}`)) as { data: { updatedAt: string } };
  const body = JSON.stringify({ priority: 'high', expectedUpdatedAt: data.updatedAt });
  return await call(demo, demo, `stories/${id}`, { method: 'PATCH', body });
}

/** What functions could not process: stored records of streams, and errors in their logs. */
function lossesOf({ name }: Release, home: string): Finding[] {
  const stored = globSync('buckets/**/unhandled/**/*', { cwd: home }).length;
  const errors = globSync('logs/*.log', { cwd: home }).flatMap((file) =>
    existsSync(join(home, file))
      ? readFileSync(join(home, file), 'utf8')
          .split('\n')
          .filter((line) => line.includes('"level":"ERROR"'))
      : [],
  );
  return [
    {
      what: `${name}: records and jobs that failed`,
      found: errors[0]?.slice(0, 200) ?? String(stored),
      holds: stored === 0 && errors.length === 0,
    },
  ];
}

import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexedDocument } from '../../shared/kernel/read-model/definition.ts';
import { DEFAULT_QUOTAS } from '../../shared/kernel/api/limits/quotas.ts';
import { modelLimits } from '../../shared/kernel/read-model/model-cache.ts';
import { openModel, packModel, sizeOf } from '../../shared/kernel/read-model/model-file.ts';
import { rank } from '../../shared/kernel/read-model/rank.ts';
import { BUILT, type ReadModel } from '../../shared/kernel/read-model/read-model.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { parseTextQuery } from '../../shared/kernel/words/text-query.ts';
import { storyModel } from '../../shared/planning/story/story-index.ts';
import { production } from '../infra/production.ts';
import { trackerQueries } from '../search/tracker-queries.ts';
import { trackerTexts } from '../search/text-model.ts';
import { recordFigure } from './figure-results.ts';
import { median, quantile } from './statistics.ts';

/** Documents written at once, as many as two steps of a first build. */
const STEP = 400;
/** Of the descriptions of a public tracker, of which some are long: with them a story is 1 KB, as elsewhere in figures. */
const DESCRIPTION_CHARACTERS = 500;
/** Bytes a second at which S3 sends one object to a function: an assumption. */
const S3_BYTES_PER_SECOND = 90e6;

const OWNER = 'a team';
const AIMS = { warmMs: 150, coldMs: 6_000 };

const texts = trackerTexts();

/** A story of the team as its read model has it. */
function documentOf(number: number): IndexedDocument {
  const { title, description } = texts[number % texts.length]!;
  const at = new Date(Date.UTC(2024, 0, 1) + number * 60_000);
  const id = newId(at);
  const columns = {
    sequenceId: number,
    statusId: `status ${number % 6}`,
    statusCategory: 'started',
    assigneeId: `member ${number % 50}`,
    reporterId: `member ${number % 37}`,
    sprintId: number % 3 === 0 ? `sprint ${number % 100}` : null,
    objectiveId: null,
    keyResultId: null,
    parentId: null,
    priority: number % 5,
    estimateValue: number % 8,
    archived: number % 4 === 0 ? 0 : 1,
    endDate: null,
    completedAt: at.toISOString(),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  };
  return {
    id,
    reference: `ENG-${number}`,
    title: `${title} ${number}`,
    body: `${description.slice(0, DESCRIPTION_CHARACTERS)} item${number}`,
    columns,
    tags: { label: [`label ${number % 40}`] },
  };
}

async function buildModel(stories: number): Promise<ReadModel> {
  const model = (await openModel(storyModel, OWNER))!;
  for (let from = 0; from < stories; from += STEP) {
    const count = Math.min(STEP, stories - from);
    model.apply(
      Array.from({ length: count }, (_, at) => documentOf(from + at)),
      [],
      {},
    );
  }
  model.apply([], [], { build: BUILT, log: OWNER, followedAt: Date.now(), savedAt: Date.now() });
  return model;
}

/** Milliseconds that this process computes for something: other work on the machine, and its disk, do not count. */
const computed = async (act: () => unknown): Promise<number> => {
  const start = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
};

const answer = (model: ReadModel, text: string): unknown =>
  rank(model, parseTextQuery(text), { level: 'any', limit: 30 });

/**
 * Prints what searches of one team compute in a sandbox that has its read model, and in one that opens its snapshot: there,
 * no less than its bytes take to arrive.
 */
export async function measureLargeTeam(stories: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-million-'));
  const file = join(folder, 'snapshot');
  try {
    let model = await buildModel(stories);
    const bytes = sizeOf(model);
    const packed = await packModel(model);
    await writeFile(file, packed);
    model.close();
    const opening = await computed(async () => {
      model = (await openModel(storyModel, OWNER, createReadStream(file)))!;
    });
    const [first, ...queries] = trackerQueries.map(([query]) => query);
    const firstQuery = await computed(() => answer(model, first!));
    const warm: number[] = [];
    for (const query of queries) warm.push(await computed(() => answer(model, query)));
    const served = isServed(bytes);
    model.close();
    // It is unpacked while it arrives.
    const cold = Math.max(opening, (packed.length / S3_BYTES_PER_SECOND) * 1_000) + firstQuery;
    const rows = {
      stories,
      'file MB': bytes / 1e6,
      'snapshot MB': packed.length / 1e6,
      'production serves it': served,
      'snapshot opened, ms': opening,
      'first query ms': firstQuery,
      'cold ms': cold,
      'query p50 ms': median(warm),
      'query p99 ms': quantile(warm, 0.99),
    };
    for (const [name, value] of Object.entries(rows)) {
      process.stdout.write(`${name.padEnd(26)}${typeof value === 'number' ? value.toFixed(0) : value}\n`);
    }
    if (stories >= DEFAULT_QUOTAS.stories) {
      const today = `p50 ${median(warm).toFixed(0)} ms, cold ${(cold / 1_000).toFixed(1)} s`;
      recordFigure('npm run bench:search -- million', today);
    }
    process.stdout.write(
      `aims: p50 ≤ ${AIMS.warmMs} ms ${met(median(warm) <= AIMS.warmMs)}; cold ≤ ${AIMS.coldMs} ms ${met(cold <= AIMS.coldMs)}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const met = (isMet: boolean): string => (isMet ? 'met' : 'missed');

/** Whether a function of production, with its room for files, serves a model of so many bytes. */
function isServed(bytes: number): string {
  const { modelBytes } = modelLimits(production().modelStorage);
  return bytes <= modelBytes ? 'yes' : `no: at most ${Math.floor(modelBytes / 1e6)} MB`;
}

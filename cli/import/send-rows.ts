import limitConcurrency from 'p-limit';
import { CommandError } from '../core/command-error.ts';
import { describeApiError, Interrupted, type ClientResponse, type ApiClient } from './api-client.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { externalName } from './external.ts';
import { getStory } from './find-existing.ts';
import { createStories, ROWS_PER_REQUEST } from './story-batches.ts';
import { type PreparedRow, type Refusal, refusal } from './prepared-row.ts';

/** A row that has a story; `story` is the story as it was read or written last, if it is needed later. */
export interface PlacedRow {
  kind: 'created' | 'present' | 'updated';
  storyId: string;
  reference: string;
  story: Story | undefined;
}

/** The outcome of a row. */
export type RowOutcome =
  | PlacedRow
  | { kind: 'refused'; refusal: Refusal }
  /** Not sent, or without a known outcome. */
  | { kind: 'open' };

export interface SendOptions {
  client: ApiClient;
  workspaceId: string;
  /** The stories that are there, by the external name of their rows. */
  existing: ReadonlyMap<string, Story>;
  /** Rows that were sent before. */
  known: ReadonlyMap<PreparedRow, RowOutcome>;
  concurrency: number;
  /** Whether the story of a row is needed later, of one that the import made or that was there. */
  keepsStory: (row: PreparedRow, isNew: boolean) => boolean;
  /** Aborted when the operator stops the import, or here when continuing is pointless. */
  stop: AbortController;
  /** Called for each finished row. */
  onOutcome: (outcome: RowOutcome) => void;
}

export interface SentRows {
  outcomes: Map<PreparedRow, RowOutcome>;
  /** Why it ended early. */
  failure: CommandError | undefined;
}

/**
 * Sends all rows, at most `concurrency` at a time: those of a team one request after the other, so that their numbers
 * follow the order of the rows, and each after its parent's story exists. Rows must be sorted parents first. When
 * aborted, it waits for requests in progress.
 */
export async function sendRows(rows: readonly PreparedRow[], options: SendOptions): Promise<SentRows> {
  const { stop, concurrency, existing, known, onOutcome } = options;
  const rowsPerRequest = Math.min(ROWS_PER_REQUEST, concurrency);
  const limit = limitConcurrency(Math.max(1, Math.floor(concurrency / rowsPerRequest)));
  const settled = new Map<PreparedRow, RowOutcome>();
  const parents = new Set(rows.flatMap(({ parent }) => parent ?? []));
  const pending = new Map([...parents].map((row) => [row, Promise.withResolvers<RowOutcome>()]));
  let failure: CommandError | undefined;

  function settle(row: PreparedRow, outcome: RowOutcome): void {
    settled.set(row, outcome);
    if ('story' in outcome && !options.keepsStory(row, outcome.kind === 'created')) outcome.story = undefined;
    pending.get(row)?.resolve(outcome);
    if (outcome.kind !== 'open') onOutcome(outcome);
  }

  /** The rows from a position on that can be sent now: their parents' outcomes are known. */
  function takeReady(team: readonly PreparedRow[], start: number): PreparedRow[] {
    const following = team.slice(start + 1, start + rowsPerRequest);
    const end = following.findIndex(({ parent }) => parent && !settled.has(parent));
    return [team[start]!, ...(end < 0 ? following : following.slice(0, end))];
  }

  async function sendTeam(team: readonly PreparedRow[]): Promise<void> {
    for (let start = 0; start < team.length;) {
      const { parent } = team[start]!;
      // It precedes this row among all rows, so teams cannot wait for each other forever.
      if (parent) await pending.get(parent)!.promise;
      const batch = takeReady(team, start);
      start += batch.length;
      await limit(() => sendBatch(batch));
    }
  }

  async function sendBatch(batch: readonly PreparedRow[]): Promise<void> {
    const ready = batch.filter((row) => {
      const outcome = outcomeBefore(row);
      if (outcome) settle(row, outcome);
      return !outcome;
    });
    if (ready.length === 0) return;
    try {
      const outcomes = await sendTogether(ready, settled, options);
      ready.forEach((row, position) => settle(row, outcomes[position]!));
    } catch (error) {
      if (error instanceof CommandError) failure ??= error;
      else if (!(error instanceof Interrupted)) throw error;
      stop.abort();
      for (const row of ready) settle(row, { kind: 'open' });
    }
  }

  /** The outcome of a row that is not sent: the import stops, its parent is missing, or its story is there. */
  function outcomeBefore(row: PreparedRow): RowOutcome | undefined {
    const earlier = known.get(row);
    if (earlier) return earlier;
    const parent = row.parent && settled.get(row.parent);
    if (stop.signal.aborted || parent?.kind === 'open') return { kind: 'open' };
    if (parent?.kind === 'refused') {
      return refuse(row, 'parent_missing', `its parent ${row.entry.parent} was not imported`);
    }
    const { external } = row.entry;
    const story = external && existing.get(externalName(external));
    return story && presentAs(story);
  }

  const teams = Map.groupBy(rows, ({ team }) => team.id);
  await Promise.all([...teams.values()].map(sendTeam));
  return { outcomes: new Map(rows.map((row) => [row, settled.get(row)!])), failure };
}

const refusesNumber = ({ error }: ClientResponse): boolean =>
  error?.fields?.some(({ path }) => path === 'imported.sequenceId') === true;

/** A conflict on creation only means that concurrent requests kept winning. */
const CONFLICT_ATTEMPTS = 3;

async function sendTogether(
  rows: readonly PreparedRow[],
  settled: ReadonlyMap<PreparedRow, RowOutcome>,
  { client, workspaceId }: SendOptions,
): Promise<RowOutcome[]> {
  const parentIdOf = ({ parent }: PreparedRow) => {
    const outcome = parent && settled.get(parent);
    return outcome && 'storyId' in outcome ? outcome.storyId : undefined;
  };
  const create = (some: readonly PreparedRow[], keepsNumber: boolean) => {
    const requests = some.map((row) => ({
      body: row.body(parentIdOf(row), keepsNumber),
      idempotencyKey: row.idempotencyKey,
    }));
    return createStories(client, workspaceId, requests);
  };
  const answers = await create(rows, true);
  // Of a team that was there, they get the next ones; so does one whose number another story has had.
  const renumbered = rows.filter((_, position) => refusesNumber(answers[position]!));
  const later = await create(renumbered, false);
  const outcomes: RowOutcome[] = [];
  for (const [position, row] of rows.entries()) {
    const place = renumbered.indexOf(row);
    let answer = place < 0 ? answers[position]! : later[place]!;
    const isPassing = () => answer.error?.code === 'conflict' && answer.error.resourceId === undefined;
    for (let attempt = 1; isPassing() && attempt < CONFLICT_ATTEMPTS; attempt++) {
      [answer] = (await create([row], place < 0)) as [ClientResponse];
    }
    outcomes.push(await outcomeWithOther(client, workspaceId, row, answer));
  }
  return outcomes;
}

/** The outcome of a row; an answer can name another story that is in its way, which may be gone by now. */
async function outcomeWithOther(
  client: ApiClient,
  workspaceId: string,
  row: PreparedRow,
  answer: ClientResponse,
): Promise<RowOutcome> {
  const { code, resourceId } = answer.error ?? {};
  const isReused = code === 'idempotency_key_reused';
  if (resourceId === undefined || !(row.entry.external || isReused)) return outcomeOf(row, answer);
  const story = await getStory(client, workspaceId, resourceId);
  if (story && row.entry.external) return presentAs(story);
  return !story && isReused ? refuse(row, 'not_found', GONE) : outcomeOf(row, answer);
}

const GONE =
  'its story was deleted since it was imported, or is no longer accessible; another --name imports it again';

const presentAs = (story: Story): PlacedRow => ({
  kind: 'present',
  storyId: story.id,
  reference: story.reference,
  story,
});

function outcomeOf(row: PreparedRow, answer: ClientResponse): RowOutcome {
  if (answer.status !== 201) {
    return refuse(row, answer.error?.code ?? `status_${answer.status}`, reasonOf(answer));
  }
  const story = answer.data as Story;
  return {
    kind: answer.replayed ? 'present' : 'created',
    storyId: story.id,
    reference: story.reference,
    story: story.updatedAt === undefined ? undefined : story,
  };
}

const refuse = ({ entry }: PreparedRow, code: string, reason: string): RowOutcome => ({
  kind: 'refused',
  refusal: refusal(entry, code, reason),
});

function reasonOf(answer: ClientResponse): string {
  if (answer.error?.code === 'idempotency_key_reused') {
    return (
      'it, or what it is mapped to, has changed since it was imported: edit the story in ' +
      'Plotline, or import the file again under another --name'
    );
  }
  if (answer.error?.code === 'not_found') return GONE;
  return describeApiError(answer);
}

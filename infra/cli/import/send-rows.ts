import limitConcurrency from 'p-limit';
import { CommandError } from '../core/command-error.ts';
import { describeError, Interrupted, type Answer, type ApiClient } from './api-client.ts';
import { batchStories, type StoryBatches } from './story-batches.ts';
import { type PreparedRow, type Refusal, refusal } from './prepared-row.ts';

/** The outcome of a row. */
type Outcome =
  | { kind: 'created' | 'present'; storyId: string }
  | { kind: 'refused'; refusal: Refusal }
  /** Not sent, or without a known outcome. */
  | { kind: 'open' };

interface SendOptions {
  client: ApiClient;
  workspaceId: string;
  concurrency: number;
  /** Aborted when the operator stops the import, or here when continuing is pointless. */
  stop: AbortController;
  /** Called for each finished row. */
  onOutcome: (outcome: Outcome) => void;
}

export interface Sent {
  outcomes: Map<PreparedRow, Outcome>;
  /** Why it ended early. */
  failure: CommandError | undefined;
}

/**
 * Sends all rows, `concurrency` at a time, each after its parent's story exists. Rows must be sorted parents
 * first. When aborted, it waits for requests in progress.
 */
export async function sendRows(rows: readonly PreparedRow[], options: SendOptions): Promise<Sent> {
  const { client, workspaceId, stop, concurrency, onOutcome } = options;
  const stories = batchStories(client, workspaceId);
  const limit = limitConcurrency(concurrency);
  const pending = new Map<PreparedRow, Promise<Outcome>>();
  let failure: CommandError | undefined;

  async function settle(row: PreparedRow): Promise<Outcome> {
    const parent = row.parent && (await pending.get(row.parent));
    if (parent?.kind === 'open') return parent;
    if (parent?.kind === 'refused') {
      const outcome = refuse(row, 'parent_missing', `its parent ${row.entry.parent} was not imported`);
      onOutcome(outcome);
      return outcome;
    }
    return await limit(async () => {
      if (stop.signal.aborted) return { kind: 'open' };
      try {
        const outcome = await sendRow(row, parent?.storyId, stories);
        onOutcome(outcome);
        return outcome;
      } catch (error) {
        if (error instanceof CommandError) failure ??= error;
        else if (!(error instanceof Interrupted)) throw error;
        stop.abort();
        return { kind: 'open' };
      }
    });
  }

  for (const row of rows) pending.set(row, settle(row));
  const outcomes = new Map<PreparedRow, Outcome>();
  for (const [row, outcome] of pending) outcomes.set(row, await outcome);
  return { outcomes, failure };
}

/** A conflict on creation only means that concurrent requests kept winning. */
const CONFLICT_ATTEMPTS = 3;

async function sendRow(
  row: PreparedRow,
  parentId: string | undefined,
  stories: StoryBatches,
): Promise<Outcome> {
  let answer: Answer;
  let attempt = 0;
  do {
    answer = await stories.create(row.body(parentId), row.idempotencyKey);
  } while (answer.error?.code === 'conflict' && ++attempt < CONFLICT_ATTEMPTS);
  if (answer.status === 201) {
    const { id } = answer.data as { id: string };
    return { kind: answer.replayed ? 'present' : 'created', storyId: id };
  }
  return refuse(row, answer.error?.code ?? `status_${answer.status}`, reasonOf(answer));
}

const refuse = ({ entry }: PreparedRow, code: string, reason: string): Outcome => ({
  kind: 'refused',
  refusal: refusal(entry, code, reason),
});

function reasonOf(answer: Answer): string {
  if (answer.error?.code === 'idempotency_key_reused') {
    return (
      'it, or what it is mapped to, has changed since it was imported: edit the story in ' +
      'Plotline, or import the file again under another --name'
    );
  }
  if (answer.error?.code === 'not_found') {
    return 'its story was deleted since it was imported, or is no longer accessible; another --name imports it again';
  }
  return describeError(answer);
}

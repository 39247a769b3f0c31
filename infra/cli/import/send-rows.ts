import limitConcurrency from 'p-limit';
import { CommandError } from '../core/command-error.ts';
import { describeError, Interrupted, type Answer, type ApiClient } from './api-client.ts';
import { batchStories, type StoryBatches } from './story-batches.ts';
import { type PreparedRow, type Refusal, refusal } from './prepared-row.ts';

/** What became of a row. */
export type Outcome =
  | { kind: 'created' | 'present'; storyId: string }
  | { kind: 'refused'; refusal: Refusal }
  /** Not sent, or not known to have arrived. */
  | { kind: 'open' };

export interface SendOptions {
  client: ApiClient;
  workspaceId: string;
  concurrency: number;
  /** Aborted when the operator wants to stop; aborted here when going on is pointless. */
  stop: AbortController;
  /** Told of each row that is settled. */
  onOutcome: (outcome: Outcome) => void;
}

export interface Sent {
  outcomes: Map<PreparedRow, Outcome>;
  /** Why it ended before its time. */
  failure: CommandError | undefined;
}

/**
 * Sends every row, `concurrency` at a time, each once its parent's story is there. Rows must come after their
 * parents. When it is told to stop it waits for what is under way.
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

/** A conflict on creation only says that others kept coming first. */
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
      'it, or what it is mapped to, changed since it was imported: edit the story in Plotline, or import ' +
      'the file anew under another --name'
    );
  }
  if (answer.error?.code === 'not_found') {
    return 'its story was deleted since it was imported, or cannot be read any more; another --name imports it anew';
  }
  return describeError(answer);
}

import { BULK_MAX_ITEMS } from '../../shared/kernel/api/bulk/bulk-operation.ts';
import { oppositeOf, type RelationType } from '../../shared/planning/story/story-relations.ts';
import { describeApiError, successOf, type ClientResponse, type ApiClient } from './api-client.ts';
import type { RelationField } from './fields.ts';
import type { Warning } from './parents.ts';
import type { PreparedRow } from './prepared-row.ts';
import type { SentRows } from './send-rows.ts';

/** The outcome for the relations that rows name. */
export interface RelateOutcome {
  found: number;
  created: number;
  present: number;
  /** Why others were left out. */
  warnings: Warning[];
}

/** The rows of one file with their stories. */
interface RowsOfFile {
  workspaceId: string;
  outcomes: SentRows['outcomes'];
}

/** A relation between two stories, and the row that names it. */
interface WantedRelation {
  row: PreparedRow;
  field: RelationField;
  key: string;
  type: RelationType;
  storyId: string;
  relatedStoryId: string;
}

const typeOf: Record<RelationField, RelationType> = {
  blocks: 'blocks',
  blockedBy: 'blocked_by',
  relatesTo: 'relates_to',
  duplicates: 'duplicates',
  duplicatedBy: 'duplicated_by',
};

/** Items per request, so that one does not take long: each reads and writes two stories. */
const ITEMS_PER_REQUEST = BULK_MAX_ITEMS / 2;

/** A conflict only means that concurrent requests kept winning. */
const ATTEMPTS = 5;

/** Creates the relations that rows name; those that exist already count as present. */
export async function relateRows(client: ApiClient, files: readonly RowsOfFile[]): Promise<RelateOutcome> {
  const warnings: Warning[] = [];
  const wishes = files.flatMap((file) => wishesOf(file, files, warnings));
  const found = wishes.length + warnings.length;
  const distinct = new Map(wishes.map((wish) => [identityOf(wish), wish]));
  const counts = { created: 0, present: wishes.length - distinct.size };
  let left = [...distinct.values()];
  for (let attempt = 1; left.length > 0; attempt++) {
    const deferred: WantedRelation[] = [];
    for (let start = 0; start < left.length; start += ITEMS_PER_REQUEST) {
      const batch = left.slice(start, start + ITEMS_PER_REQUEST);
      const answers = await sendTogether(client, files[0]!.workspaceId, batch);
      batch.forEach((wish, position) => {
        const answer = answers[position]!;
        const passing = answer.error?.code === 'conflict' || answer.status === 429 || answer.status >= 500;
        if (answer.status === 201) counts.created++;
        else if (answer.status === 200) counts.present++;
        else if (passing && attempt < ATTEMPTS) deferred.push(wish);
        else warnings.push(warningOf(wish, describeApiError(answer)));
      });
    }
    left = deferred;
  }
  return { found, ...counts, warnings };
}

/** The relations that the imported rows of a file name, as far as the others were imported too. */
function wishesOf(
  { outcomes }: RowsOfFile,
  files: readonly RowsOfFile[],
  warnings: Warning[],
): WantedRelation[] {
  return [...outcomes].flatMap(([row, outcome]) => {
    if (!('storyId' in outcome)) return [];
    return row.entry.relations.flatMap(({ field, key }): WantedRelation[] => {
      const own = storiesOf(outcomes, key);
      const known = own.length > 0 ? own : files.flatMap((file) => storiesOf(file.outcomes, key));
      const [relatedStoryId] = known;
      if (relatedStoryId !== undefined && known.length === 1) {
        return [{ row, field, key, type: typeOf[field], storyId: outcome.storyId, relatedStoryId }];
      }
      const reason = known.length > 1 ? 'is a key in several of the other files' : 'was not imported';
      warnings.push(warningOf({ row, field, key }, reason));
      return [];
    });
  });
}

const indexes = new WeakMap<SentRows['outcomes'], Map<string, string[]>>();

/** The stories of the rows with a key, which parents may have another of. */
function storiesOf(outcomes: SentRows['outcomes'], key: string): readonly string[] {
  const known = indexes.get(outcomes) ?? new Map<string, string[]>();
  if (!indexes.has(outcomes)) {
    for (const [{ entry }, outcome] of outcomes) {
      if (!('storyId' in outcome)) continue;
      for (const name of new Set([entry.key, entry.parentKey])) {
        if (name !== undefined) known.set(name, [...(known.get(name) ?? []), outcome.storyId]);
      }
    }
    indexes.set(outcomes, known);
  }
  return known.get(key) ?? [];
}

/** The same for a relation that both of its rows name. */
function identityOf({ type, storyId, relatedStoryId }: WantedRelation): string {
  const wish = [type, storyId, relatedStoryId].join(' ');
  const opposite = [oppositeOf[type], relatedStoryId, storyId].join(' ');
  return wish < opposite ? wish : opposite;
}

async function sendTogether(
  client: ApiClient,
  workspaceId: string,
  batch: readonly WantedRelation[],
): Promise<Pick<ClientResponse, 'status' | 'error'>[]> {
  const items = batch.map(({ type, storyId, relatedStoryId }) => ({
    storyId,
    body: { type, relatedStoryId },
  }));
  const path = `/api/v1/workspaces/${workspaceId}/bulk/relations`;
  const answer = await client.send('POST', path, JSON.stringify({ items }));
  const outcomes = successOf<{ items: ({ httpStatus: number } & Pick<ClientResponse, 'error'>)[] }>(
    answer,
    'the relations',
  );
  return outcomes.items.map(({ httpStatus: status, error }) => ({ status, ...(error ? { error } : {}) }));
}

const warningOf = (
  { row: { entry }, field, key: value }: Pick<WantedRelation, 'row' | 'field' | 'key'>,
  reason: string,
) => ({
  row: entry.row,
  key: entry.key,
  code: 'relation',
  field,
  value,
  reason: `${field}: ${reason}; left out`,
});

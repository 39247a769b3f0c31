import { setTimeout as delay } from 'node:timers/promises';
import { createReader } from '../../kernel/db/reader.ts';
import { scanPage } from '../../kernel/db/scan.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { DatabaseUnavailable } from '../../kernel/db/unavailable.ts';
import type { Item, Key, Reader } from '../../kernel/core/database.ts';
import { project } from '../project.ts';
import { concerns, type Lead, type Projection, type ProjectionContext } from '../../kernel/log/projection.ts';

/** Attempts to process a page while the database is unavailable, the first wait and how it grows. */
const ATTEMPTS = 6;
const FIRST_WAIT_MS = 500;

interface RebuiltPage {
  /** Number of items read. */
  items: number;
  /** Number of followed items processed again. */
  handled: number;
  /** Keys of those that could not be processed, for a reason other than an unavailable database. */
  failed: string[];
  next: Key | undefined;
}

/**
 * Processes again what a page of the table's items leads to. Idempotent, and safe while the stream is processed: it runs the
 * projection's own handler, which reads the current state. Throws DatabaseUnavailable if the database stays unavailable.
 */
export async function rebuildPage(
  projection: Projection,
  context: ProjectionContext,
  from: Key | undefined,
  limit?: number,
): Promise<RebuiltPage> {
  const { items, next } = await scanPage(context.database, from, limit);
  const read = createReader(context.database);
  const changes = await changesOf(projection, read, items, context.now);
  const outdated = (await projection.rebuild.outdated?.(context, changes)) ?? changes;
  const failed = await handleWithRetries(projection, context, outdated);
  return { items: items.length, handled: outdated.length, failed, next };
}

/** The items as changes that the projection follows; existing items count as changed. */
async function changesOf(
  projection: Projection,
  read: Reader,
  items: readonly Item[],
  at: Date,
): Promise<ItemChange[]> {
  const leads = new Map<string, Lead>();
  for (const lead of items.flatMap((item) => projection.rebuild.leads(item)))
    leads.set(`${lead.key.pk} ${lead.key.sk}`, lead);
  const changes = await Promise.all(
    [...leads.values()].map(async ({ key: { pk, sk }, before }): Promise<ItemChange> => {
      const after = await read.get({ pk, sk });
      return {
        sequenceNumber: `rebuild of ${pk}`,
        at,
        key: { pk, sk },
        ...(after ? { after } : before ? { before } : {}),
      };
    }),
  );
  return changes.filter((change) => concerns(projection, change));
}

async function handleWithRetries(
  projection: Projection,
  context: ProjectionContext,
  changes: readonly ItemChange[],
): Promise<string[]> {
  const failed: string[] = [];
  let left = changes;
  for (let attempt = 1; ; attempt++) {
    const { retryFrom, unprocessed } = await project([projection], context, left);
    failed.push(...unprocessed.map(({ change }) => change.key.pk));
    if (retryFrom === undefined) return failed;
    if (attempt === ATTEMPTS) throw new DatabaseUnavailable('The database stayed unavailable.');
    left = left.slice(left.indexOf(retryFrom));
    await delay(FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}

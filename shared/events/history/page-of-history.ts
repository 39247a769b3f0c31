import * as z from 'zod';
import type { OperationContext, Page, PageRequest } from '../../kernel/core/call.ts';
import { eventTime } from '../../kernel/log/event.ts';
import { readNames } from '../../nouns/names.ts';
import type { historyEntrySchema, HistorySubject, StoredEntry } from './history-entry.ts';

type HistoryEntry = z.output<ReturnType<typeof historyEntrySchema>>;

/** A page of a history's entries, given one more of them than fit if there are more. */
export async function pageOfHistory(
  context: Pick<OperationContext, 'read' | 'caller'>,
  subject: HistorySubject,
  entries: readonly StoredEntry[],
  { limit }: PageRequest,
): Promise<Page<HistoryEntry>> {
  const shown = entries.slice(0, limit);
  return {
    items: await showEntries(context, subject, shown),
    next: shown.length < entries.length ? shown.at(-1)!.id : undefined,
  };
}

/** Entries as the API shows them. */
export async function showEntries(
  context: Pick<OperationContext, 'read' | 'caller'>,
  subject: HistorySubject,
  entries: readonly StoredEntry[],
): Promise<HistoryEntry[]> {
  // Sentences are made by few requests of its function.
  const { namesIn, summarize } = await import('./summary.ts');
  const names = await readNames(context, namesIn(entries));
  return entries.map((entry) => ({
    id: entry.id,
    timestamp: new Date(eventTime(entry.id)).toISOString(),
    actor: entry.actor,
    changeSetId: entry.changeSetId ?? entry.id,
    action: entry.action,
    changes: [...entry.changes],
    summary: summarize(subject, entry, names),
  }));
}

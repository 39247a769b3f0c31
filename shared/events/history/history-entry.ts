import * as z from 'zod';
import type { Actor } from '../../kernel/core/actor.ts';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import type { FieldChange } from '../../kernel/log/event.ts';
import type { NounWith } from '../../nouns/nouns.ts';

/** What can happen to a resource that has a history; only stories are claimed. */
export const historyActions = ['created', 'updated', 'claimed', 'released'] as const;

/** The nouns whose resources have a history. */
export type HistorySubject = NounWith<'history'>['name'];

/** A field that changed; without values if they are long texts, which are not retained. */
export interface RetainedChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

/** An entry as it is stored, without the resource that it belongs to. */
export interface StoredEntry {
  /** The id of the event that it was made from, which begins with its time. */
  id: string;
  action: (typeof historyActions)[number];
  actor: Actor;
  changes: readonly RetainedChange[];
  /** The readers before and after the change, for nouns with restricted readers. */
  readers?: EntryReaders | undefined;
}

/** The fields that decide who in a team can see an objective. */
export interface PastReaders {
  private: boolean;
  createdBy: string;
  leadUserId: string | null;
}

export interface EntryReaders {
  /** Absent for a creation. */
  before?: PastReaders | undefined;
  after: PastReaders;
}

/** The readers of a resource before and after a change, from its fields. */
export const readersAround = (before: object | undefined, after: object): EntryReaders => ({
  ...(before ? { before: readersIn(before as PastReaders) } : {}),
  after: readersIn(after as PastReaders),
});

const readersIn = ({ private: isPrivate, createdBy, leadUserId }: PastReaders): PastReaders => ({
  private: isPrivate,
  createdBy,
  leadUserId,
});

export const historyEntrySchema = memoize(() =>
  z
    .object({
      id: uuid().meta({ description: 'The id of the event that webhooks and the changes feed send.' }),
      timestamp: timestamp(),
      actor: actorSchema(),
      action: z.enum(historyActions),
      changes: z
        .array(z.object({ field: z.string(), from: z.unknown().optional(), to: z.unknown().optional() }))
        .meta({
          description: 'The fields that changed; of long texts, such as description, without from and to.',
        }),
      summary: z.string().meta({
        description: 'The change as an English sentence, with the names that the caller may see.',
      }),
    })
    .meta({ id: 'HistoryEntry', description: 'Who changed a resource, when and how.' }),
);

/** Fields with long texts. */
const longTexts = new Set(['description', 'shortSummary', 'goal']);

/** The fields of changes that a history retains. */
export const retainedChanges = (changes: readonly FieldChange[]): RetainedChange[] =>
  changes.map(({ field, from, to }) => (longTexts.has(field) ? { field } : { field, from, to }));

import * as z from 'zod';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';

/** The states of a story in triage; one that is accepted is in none. */
export const triageStates = ['pending', 'snoozed', 'declined', 'duplicate'] as const;

export const triageSchema = memoize(() =>
  z
    .object({
      state: z.enum(triageStates).meta({ description: 'A snoozed story is pending again after `until`.' }),
      until: timestamp().nullable(),
      duplicateOf: uuid().nullable().meta({ description: 'The story that a duplicate repeats.' }),
    })
    .meta({ id: 'StoryTriage', description: 'What was decided in triage.' }),
);

export type Triage = z.output<ReturnType<typeof triageSchema>>;

/** The triage of a story that was just created for it. */
export const pending: Triage = { state: 'pending', until: null, duplicateOf: null };

interface Triaged {
  triage: Triage | null;
}

/** A story as it is at a time: pending again once its snooze is over, which is no change of it. */
export const withTriageAt = <S extends Triaged>(story: S, now: Date): S =>
  story.triage?.state === 'snoozed' && story.triage.until! <= now.toISOString()
    ? { ...story, triage: { ...story.triage, state: 'pending' } }
    : story;

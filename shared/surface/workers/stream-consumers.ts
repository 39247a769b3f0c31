import type { ItemKind } from '../../kernel/db/table.ts';
import { fenceKind } from '../../kernel/log/log-fence-store.ts';
import { jobKind } from '../../kernel/jobs/job-store.ts';
import { mailKind } from '../../identity/mail/mail-store.ts';
import { subjectKinds } from '../../projections/events/subject-kinds.ts';
import { laneRequestKind } from '../../events/webhooks/lane-store.ts';
import { projections } from './projections.ts';

/** A function behind the table's stream: which changes it gets, and what happens to those that it cannot process. */
export interface StreamConsumer {
  /** The item kinds whose changes it gets. */
  readonly follows: readonly ItemKind[];
  /** Item kinds of which it gets only new items. */
  readonly followsNew?: readonly ItemKind[];
  /**
   * The maximum number of retries of failed records, and their maximum age; after that Lambda saves them in the bucket
   * of the stack and raises an alarm. -1 means as often as the age allows.
   */
  readonly retries: { readonly attempts: number; readonly hours: number };
}

/**
 * A stream keeps records for 24 hours. Those that Lambda gives up, it reads from there again to store them, so that it has to
 * give up before, with time for many.
 */
const HOURS_MAX = 20;

export const streamConsumers = {
  /**
   * Only a database that is unavailable fails a batch. A record that one projection cannot process is saved at once
   * (`project`, the same for all of them), and mails and jobs that wake no worker are left to
   * their schedules.
   */
  projector: {
    follows: [...projections.flatMap(({ follows }) => follows), jobKind],
    // What has been sent wakes no worker.
    followsNew: [mailKind],
    retries: { attempts: -1, hours: HOURS_MAX },
  },
  /**
   * The events of a log have an order, so while the database is unavailable, a record holds up those after it. One that can
   * never be dispatched is saved at once too.
   */
  'webhook-dispatcher': {
    follows: subjectKinds,
    followsNew: [laneRequestKind, fenceKind],
    retries: { attempts: -1, hours: HOURS_MAX },
  },
} satisfies Record<string, StreamConsumer>;

import { getSprintCadence } from '../../shared/planning/cadences/get-sprint-cadence.ts';
import { updateSprintCadence } from '../../shared/planning/cadences/update-sprint-cadence.ts';
import type { Cadence } from '../../shared/planning/cadence/cadence.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { jobHandlers } from '../../shared/surface/workers/jobs.ts';
import { getJob } from '../../shared/kernel/jobs/job-store.ts';
import { runDueJobs } from '../support/jobs.ts';
import { listSprints } from '../../shared/planning/sprints/list-sprints.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { History } from '../analysis/history.ts';

const fortnightly = {
  enabled: true,
  lengthWeeks: 2,
  startsOn: 'monday',
  timeZone: 'Europe/Berlin',
  cooldownDays: 0,
  upcoming: 2,
  unfinished: 'roll_over',
};

/** The cadence of a history's team: its settings by the API, and its jobs at the history's clock. */
export function cadenceApi(history: History) {
  const path = { teamId: history.team.id };
  const job = { name: 'cadence' as const, ownerId: history.team.id };
  const read = () => createReader(history.database);
  const cadence = {
    get: () => history.run<Cadence>(getSprintCadence, { path }),
    put: (fields: object) =>
      history.run<Cadence>(updateSprintCadence, { path, body: { ...fortnightly, ...fields } }),
    /** Changes the settings from the version of now, and carries them out. */
    async set(fields: object): Promise<void> {
      const { workspaceId: _, teamId: __, createdAt: ___, updatedAt, ...settings } = await cadence.get();
      const { goalTemplate, pausedUntil, ...kept } = settings;
      const optional = { ...(goalTemplate && { goalTemplate }), ...(pausedUntil && { pausedUntil }) };
      await cadence.put({ ...kept, ...optional, expectedUpdatedAt: updatedAt, ...fields });
      await cadence.run();
    },
    /** Does what is due by the history's clock, as the schedule does; returns how many jobs were done. */
    run: (database: Database = history.database) => runDueJobs(jobHandlers, { database, now: history.now }),
    /** Starts it. */
    async begin(fields: object = {}): Promise<void> {
      await cadence.put(fields);
      await cadence.run();
    },
    dueAt: async () => (await getJob(read(), job)).dueAt,
    /** Lets time pass until the job is next due, and does it. */
    async next(): Promise<string> {
      const dueAt = (await cadence.dueAt())!;
      history.on(dueAt.slice(0, 16));
      await cadence.run();
      return dueAt;
    },
    /** The team's sprints, by their start. */
    sprints: async (): Promise<Sprint[]> =>
      (await history.run<Sprint[]>(listSprints, { query: { teamId: history.team.id } })).sort((a, b) =>
        a.startDate < b.startDate ? -1 : 1,
      ),
  };
  return cadence;
}

import { getTallies } from '../../../shared/counts/counts-store.ts';
import { getThroughput } from '../../../shared/counts/throughput-store.ts';
import type { KeyResult } from '../../../shared/key-results/key-result.ts';
import { keyResultsOf, toKeyResult } from '../../../shared/key-results/key-result-store.ts';
import { deriveObjective } from '../../../shared/objectives/derive.ts';
import type { Objective } from '../../../shared/objectives/objective.ts';
import {
  getObjectiveReferences,
  objectivesOf,
  toObjective,
} from '../../../shared/objectives/objective-store.ts';
import type { Sprint } from '../../../shared/sprints/sprint.ts';
import { sprintsOf, toSprint } from '../../../shared/sprints/sprint-store.ts';
import type { Status } from '../../../shared/statuses/status.ts';
import { objectiveStatusesOf, statusesOf, toStatus } from '../../../shared/statuses/status-store.ts';
import type { Team } from '../../../shared/teams/team.ts';
import { withLongText } from '../../../shared/db/long-text.ts';
import { MOST_ITEMS, type OperatorContext } from './context.ts';

export const planningCommands = ({ read, clock }: OperatorContext) => {
  const inTeams = async (teams: readonly Team[], partitions: (teamId: string) => string[]) => {
    const lists = await Promise.all(
      teams
        .flatMap(({ id }) => partitions(id))
        .map((partition) => read.query({ index: 'list', partition, limit: MOST_ITEMS })),
    );
    return lists.flat();
  };

  return {
    /** The statuses of stories in teams, each team's in their order; archived ones left out. */
    async listStatuses(teams: readonly Team[]): Promise<Status[]> {
      const items = await inTeams(teams, (id) => [statusesOf(id)]);
      return inOrder(items.map(toStatus));
    },

    /** The statuses of a workspace's objectives, in their order; archived ones left out. */
    async listObjectiveStatuses(workspaceId: string): Promise<Status[]> {
      const partition = objectiveStatusesOf(workspaceId);
      const items = await read.query({ index: 'list', partition, limit: MOST_ITEMS });
      return inOrder(items.map(toStatus));
    },

    /** The sprints of teams with their counts, the latest first. */
    async listSprints(teams: readonly Team[]): Promise<Sprint[]> {
      const items = await inTeams(teams, (id) => [sprintsOf(id)]);
      const tallies = await getTallies(
        read,
        items.map(({ pk }) => pk),
      );
      return items
        .map((item, position) => ({ ...toSprint(item), storyCounts: tallies[position]!.counts }))
        .sort((a, b) => (a.startDate < b.startDate ? 1 : -1));
    },

    /** The objectives of teams, private ones too, with their counts and forecast, newest first. */
    async listObjectives(teams: readonly Team[]): Promise<Objective[]> {
      const items = await withLongText(read, await inTeams(teams, objectivesOf));
      const now = clock();
      const throughputs = new Map(
        await Promise.all(teams.map(async ({ id }) => [id, await getThroughput(read, id, now)] as const)),
      );
      const tallies = await getTallies(
        read,
        items.map(({ pk }) => pk),
      );
      return items
        .map((item, position) => {
          const objective = toObjective(item);
          const throughput = throughputs.get(objective.teamId)!;
          return { ...objective, ...deriveObjective(objective, tallies[position]!, throughput, now) };
        })
        .sort((a, b) => b.sequenceId - a.sequenceId);
    },

    /** The key results of teams, newest first. */
    async listKeyResults(teams: readonly Team[]): Promise<KeyResult[]> {
      const items = (await inTeams(teams, (id) => [keyResultsOf(id)])).map(toKeyResult);
      const objectives = await getObjectiveReferences(
        read,
        items.map(({ objectiveId }) => objectiveId),
      );
      return items
        .map((item, position) => ({ ...item, objectiveName: objectives[position]?.name ?? '' }))
        .sort((a, b) => b.sequenceId - a.sequenceId);
    },
  };
};

const inOrder = (statuses: readonly Status[]): Status[] =>
  [...statuses].sort(
    (a, b) => (a.teamId ?? '').localeCompare(b.teamId ?? '') || a.order - b.order || (a.id < b.id ? -1 : 1),
  );

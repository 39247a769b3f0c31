import { tallyOf } from '../../../shared/counts/story-counts.ts';
import { commit } from '../../../shared/db/write.ts';
import { measureProblems, type KeyResult } from '../../../shared/key-results/key-result.ts';
import { deleteKeyResultItem, replaceKeyResult } from '../../../shared/key-results/key-result-store.ts';
import type { Objective } from '../../../shared/objectives/objective.ts';
import { deleteObjectiveItem } from '../../../shared/objectives/objective-store.ts';
import type { Sprint, StoredSprint } from '../../../shared/sprints/sprint.ts';
import { deleteSprintItem, putSprint } from '../../../shared/sprints/sprint-store.ts';
import { putStatuses } from '../../../shared/statuses/new-statuses.ts';
import type { Status } from '../../../shared/statuses/status.ts';
import { objectiveStatusesOf, statusesOf, toStatus } from '../../../shared/statuses/status-store.ts';
import type { Team } from '../../../shared/teams/team.ts';
import { CommandError } from '../command-error.ts';
import { MOST_ITEMS, raceLost, type OperatorContext } from './context.ts';

const gone = () => new CommandError('It has been deleted meanwhile.');

export const planningChanges = ({ database, read, newId, created, changed }: OperatorContext) => ({
  /** Makes a status of a team, or without one of the workspace's objectives, after the last one. */
  async createStatus(
    workspaceId: string,
    team: Team | undefined,
    fields: Pick<Status, 'name' | 'category' | 'color'>,
  ): Promise<Status> {
    const partition = team ? statusesOf(team.id) : objectiveStatusesOf(workspaceId);
    const items = await read.query({ index: 'list', partition, limit: MOST_ITEMS });
    const order = Math.max(-1, ...items.map((item) => toStatus(item).order)) + 1;
    const owner = { id: newId(), workspaceId, teamId: team?.id ?? null };
    const status: Status = { ...owner, ...fields, order, isDefault: false, ...created(), archivedAt: null };
    const taken = () => new CommandError(`There is a status named ${fields.name} already.`);
    await commit(database, putStatuses([status], taken));
    return status;
  },

  async createSprint(
    { id: teamId, workspaceId }: Team,
    fields: Pick<Sprint, 'name' | 'goal' | 'startDate' | 'endDate'>,
  ): Promise<Sprint> {
    const owner = { id: newId(), workspaceId, teamId, objectiveId: null };
    const sprint: StoredSprint = { ...owner, ...fields, automationManaged: false, ...created() };
    await commit(database, putSprint(sprint));
    return { ...sprint, storyCounts: tallyOf({}).counts };
  },

  /** Deletes a sprint; the stream takes it out of its stories. */
  deleteSprint: ({ id }: Sprint): Promise<void> => commit(database, deleteSprintItem(id, gone)),

  /** Deletes an objective; the stream takes it out of stories and sprints, and deletes its key results. */
  deleteObjective: ({ id }: Objective): Promise<void> => commit(database, deleteObjectiveItem(id, gone)),

  /** Sets how far a key result is. Throws CommandError where it cannot be measured so. */
  async setKeyResult(keyResult: KeyResult, currentValue: number): Promise<KeyResult> {
    const { objectiveName, ...stored } = keyResult;
    const next = changed(stored, { currentValue });
    const [problem] = measureProblems(next);
    if (problem) throw new CommandError(`The value ${problem.message}.`);
    await commit(database, [replaceKeyResult(next, stored, raceLost)]);
    return { ...next, objectiveName };
  },

  /** Deletes a key result; the stream takes it out of its stories. */
  deleteKeyResult: (keyResult: KeyResult): Promise<void> =>
    commit(database, deleteKeyResultItem(keyResult, gone)),
});

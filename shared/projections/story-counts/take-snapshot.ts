import {
  createExistenceCheck,
  type ExistenceCheck,
} from '../../planning/stories/clear-dangling-references.ts';
import { getCounts } from '../../planning/counts/counts-store.ts';
import { getDays } from '../../planning/counts/day-store.ts';
import { remainingAdded, remainingSizeAdded, type Day } from '../../planning/counts/days.ts';
import {
  firstKeptDay,
  getCompletedCounters,
  type CompletedCounter,
} from '../../planning/counts/throughput-store.ts';
import { keyResultsOf, toKeyResult } from '../../planning/key-results/key-result-store.ts';
import { objectivesOf, objectiveSortKey, toObjective } from '../../planning/objective/objective-store.ts';
import { sprintSortKey, sprintsOf, toSprint } from '../../planning/sprints/sprint-store.ts';
import type { Team } from '../../identity/team/team.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { openLedgerSpool } from './ledger-spool.ts';
import {
  inChunks,
  observeStories,
  readLines,
  spoolLedger,
  type StoryObservations,
} from './observe-stories.ts';
import type { Dangling, RecountedDayCounter, CountsSnapshot, RecountTarget } from './recount.ts';
import { entityKey } from '../../kernel/db/table.ts';

/** Far above the number of sprints, objectives and key results of a team. */
const OWNERS_MAX = 1_000_000;

interface SnapshotOptions {
  now: Date;
  /** Called for each story. */
  onStory: () => void;
  /** Stories whose entries keep changing: read again immediately before and after the counters. */
  hot: ReadonlySet<string>;
}

/**
 * Reads a team's counters between two reads of its ledger, and the stories with the second. Items are found
 * through indexes, before and after, then read with strong consistency. Memory is bounded by the number of
 * sprints, objectives and key results: stories pass through in pages.
 */
export async function takeCountsSnapshot(
  read: Reader,
  team: Pick<Team, 'id' | 'code'>,
  { now, onStory, hot }: SnapshotOptions,
): Promise<CountsSnapshot> {
  const spool = openLedgerSpool();
  try {
    const exists = createExistenceCheck(read);
    await spoolLedger(read, team.id, spool);
    const owners = await readOwners(read, team.id);
    const keyResultsBefore = await readKeyResults(read, team.id);
    spool.put(await readLines(read, [...hot]));
    const counters = await inChunks(owners, async ({ key }) => {
      const [counts, days] = await Promise.all([getCounts(read, key), getDays(read, key)]);
      return { counts, days: sumOfDays(days.values()) };
    });
    const done = await getCompletedCounters(read, team.id);
    const after = new Map(await readLines(read, [...hot]));
    const keyResults = await readKeyResults(read, team.id);
    const found = await observeStories(read, team.id, { spool, after, exists, onStory });
    const days = new Set([...done.keys(), ...doneDays(found, team.id)]);
    return {
      ...found,
      targets: [
        ...owners.map(({ objectiveId: _, ...owner }, position): RecountTarget => ({
          ...owner,
          counters: counters[position]!.counts,
          recounts: counters[position]!.counts?.recounts,
          days: counters[position]!.days,
          ...(owner.of === 'objective'
            ? { keyResults: [idsOf(owner, keyResultsBefore), idsOf(owner, keyResults)] as const }
            : {}),
        })),
        ...[...days]
          .filter((day) => day >= firstKeptDay(now))
          .map((day) => dayTarget(team, day, done.get(day))),
      ],
      dangling: [
        ...found.dangling,
        ...(await danglingObjectives('sprint', owners, exists)),
        ...(await danglingObjectives('keyResult', keyResults, exists)),
      ],
    };
  } finally {
    spool.close();
  }
}

const sumOfDays = (days: Iterable<Day>): Record<RecountedDayCounter, number> => {
  const all = [...days];
  return {
    burnDownStories: all.reduce((sum, day) => sum + remainingAdded(day), 0),
    burnDownSize: all.reduce((sum, day) => sum + remainingSizeAdded(day), 0),
  };
};

/** The days on which stories of a team are counted as completed, or should be. */
const doneDays = ({ sums, behind }: StoryObservations, teamId: string): string[] => [
  ...[...sums.keys()]
    .filter((key) => key.startsWith(`${teamId} `))
    .map((key) => key.slice(teamId.length + 1)),
  ...behind.flatMap(({ now }) => now?.doneDay ?? []),
];

const dayTarget = (
  { id, code }: Pick<Team, 'id' | 'code'>,
  day: string,
  found: CompletedCounter | undefined,
): RecountTarget => ({
  key: `${id} ${day}`,
  of: 'team',
  id,
  name: code,
  day,
  counters: found && { size: found.size },
  recounts: found?.recounts,
});

interface Planned {
  id: string;
  name: string;
  objectiveId: string | null;
}

/** The sprints and objectives of a team, found through the index and read with strong consistency. */
async function readOwners(
  read: Reader,
  teamId: string,
): Promise<(Planned & Pick<RecountTarget, 'key' | 'of'>)[]> {
  const query = (partition: string) => read.query({ index: 'list', partition, limit: OWNERS_MAX });
  const [sprints, ...objectives] = await Promise.all([
    query(sprintsOf(teamId)),
    ...objectivesOf(teamId).map(query),
  ]);
  const found = [
    ...sprints.map(toSprint).map(({ id, name, objectiveId }) => ({
      id,
      name,
      objectiveId,
      key: sprintSortKey(id),
      of: 'sprint' as const,
    })),
    ...objectives.flat().map((item) => {
      const { id, name } = toObjective(item);
      return { id, name, objectiveId: null, key: objectiveSortKey(id), of: 'objective' as const };
    }),
  ];
  const items = await inChunks(found, ({ key }) => read.get(entityKey(key)));
  return found.filter((_, position) => items[position] !== undefined);
}

async function readKeyResults(read: Reader, teamId: string): Promise<Planned[]> {
  const listed = await read.query({ index: 'list', partition: keyResultsOf(teamId), limit: OWNERS_MAX });
  const items = await inChunks(listed, ({ pk, sk }) => read.get({ pk, sk }));
  return items.flatMap((item) => (item ? toKeyResult(item) : []));
}

const idsOf = (objective: { id: string }, keyResults: readonly Planned[]): string[] =>
  keyResults.filter(({ objectiveId }) => objectiveId === objective.id).map(({ id }) => id);

async function danglingObjectives(
  of: 'sprint' | 'keyResult',
  planned: readonly Planned[],
  exists: ExistenceCheck,
): Promise<Dangling[]> {
  const checked = await inChunks(planned, async ({ id, name, objectiveId }) =>
    objectiveId === null || (await exists('objectiveId', objectiveId))
      ? []
      : [{ of, id, name, field: 'objectiveId' as const, missing: objectiveId }],
  );
  return checked.flat();
}

import { nameKey } from '../../kernel/core/name-key.ts';
import type { Candidate, FoundKind } from './find-named.ts';

/** Whether teams have one of the name each, as every team has a status Done. */
export const isOnePerTeam = (matches: readonly Candidate[]): boolean =>
  matches.every(({ teamId }) => typeof teamId === 'string') &&
  new Set(matches.map(({ teamId }) => teamId)).size === matches.length;

type SprintChoice = (sprints: readonly Candidate[], today: string) => Candidate[];

/** Of each team, the sprint that comes first in an order. */
function firstOfTeams(sprints: readonly Candidate[], sign: 1 | -1): Candidate[] {
  const inOrder = sprints.toSorted((a, b) => (a.startDate! < b.startDate! ? -sign : sign));
  return [...new Map(inOrder.toReversed().map((sprint) => [sprint.teamId, sprint])).values()];
}

const previousSprints: SprintChoice = (sprints, today) =>
  firstOfTeams(
    sprints.filter(({ isCurrent, startDate }) => !isCurrent && startDate! <= today),
    -1,
  );

/** The words that mean a sprint of a team by today, and what a sprint is that none of them means. */
export const sprintWords: Readonly<Record<string, { choose: SprintChoice; is: string }>> = {
  current: { choose: (sprints) => sprints.filter(({ isCurrent }) => isCurrent), is: 'is running' },
  next: {
    choose: (sprints, today) =>
      firstOfTeams(
        sprints.filter(({ isCurrent, startDate }) => !isCurrent && startDate! > today),
        1,
      ),
    is: 'starts later',
  },
  previous: { choose: previousSprints, is: 'is over' },
  last: { choose: previousSprints, is: 'is over' },
};

export const nameOf = ({ names }: Candidate): string => names.findLast((name) => name !== null) ?? '';

/** What has the name; of people, otherwise those of whose name it is a word. */
export function matchesOf(
  kind: FoundKind,
  name: string,
  candidates: readonly Candidate[],
  { isQuoted = false, now }: { isQuoted?: boolean; now: Date },
): Candidate[] {
  const wanted = nameKey(name);
  const word = kind === 'sprint' && !isQuoted && Object.hasOwn(sprintWords, wanted) && sprintWords[wanted];
  const meant = word ? word.choose(candidates, now.toISOString()) : [];
  if (meant.length > 0) return meant;
  const exact = candidates.filter(({ names }) =>
    names.some((one) => one !== null && nameKey(one) === wanted),
  );
  if (exact.length > 0 || kind !== 'member') return exact;
  return candidates.filter(({ names }) =>
    names.some((one) => one !== null && nameKey(one).split(' ').includes(wanted)),
  );
}

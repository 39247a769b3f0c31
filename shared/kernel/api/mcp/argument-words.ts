import { unknownNames } from '../operation/field-problems.ts';

/** What other products call our arguments. */
const argumentWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['duedate', ['endDate']],
  ['due', ['endDate']],
  ['deadline', ['endDate']],
  ['owner', ['assigneeId', 'leadUserId']],
  ['state', ['statusId']],
  ['stateid', ['statusId']],
  ['estimate', ['estimateValue']],
  ['points', ['estimateValue']],
  ['labelids', ['labels']],
  ['tags', ['labels']],
  ['cycle', ['sprintId']],
  ['cycleid', ['sprintId']],
  ['epic', ['objectiveId']],
  ['project', ['objectiveId', 'teamId']],
  ['body', ['content', 'description']],
  ['text', ['content', 'description']],
  ['query', ['q', 'filter']],
]);

/** The problem of each unknown argument, with the known one that it means or resembles. */
export function unknownArguments(names: readonly string[], known: readonly string[]): string[] {
  const problems = unknownNames('argument', names, known);
  return names.map((name, position) => {
    const meant = (argumentWords.get(name.toLowerCase()) ?? []).filter((word) => known.includes(word));
    return meant.length === 0 ? problems[position]! : `is not a known argument; use ${meant.join(' or ')}`;
  });
}

import { askAll, scoreOf, type Question } from './backtest.ts';
import { realHistories, syntheticHistories } from './histories.ts';

const HEADER = [
  '| histories | questions | held | length over actual, median | 28-day average: held | its length |',
  '| --- | --- | --- | --- | --- | --- |',
];

/** Questions to the real and the made-up histories. */
export function backtestAll(trials: number): { real: Question[]; synthetic: Question[] } {
  return {
    real: realHistories().flatMap((history) => askAll(history, trials)),
    synthetic: syntheticHistories().flatMap((history) => askAll(history, trials)),
  };
}

/** What `npm run backtest` prints: the table of results.md, and lines by amount and of made-up teams. */
export function reportOf({ real, synthetic }: ReturnType<typeof backtestAll>): string {
  return [
    projectsTable(real),
    ...linesBy(real, ({ amount }) => `the next ${amount}`),
    lineOf('made-up teams', synthetic),
    ...linesBy(synthetic, ({ history }) => history),
  ].join('\n');
}

/** The table of results.md. */
export const projectsTable = (real: readonly Question[]): string =>
  [...HEADER, lineOf('all four projects', real), ...linesBy(real, ({ history }) => history)].join('\n');

const linesBy = (questions: readonly Question[], nameOf: (question: Question) => string): string[] =>
  [...new Set(questions.map(nameOf))].map((name) =>
    lineOf(
      name,
      questions.filter((one) => nameOf(one) === name),
    ),
  );

/** A line of that table. */
export function lineOf(name: string, questions: readonly Question[]): string {
  const { questions: count, coverage, ratio, averageCoverage, averageRatio } = scoreOf(questions);
  const cells = [
    name,
    count,
    share(coverage),
    ratio.toFixed(2),
    share(averageCoverage),
    averageRatio.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

const share = (value: number): string => `${(value * 100).toFixed(1)} %`;

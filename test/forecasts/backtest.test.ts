import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { askAll, scoreOf } from './backtest.ts';
import { backtestAll, lineOf, projectsTable } from './backtest-report.ts';
import { calibrationPlot } from './calibration-plot.ts';
import { realHistories } from './histories.ts';
import { TRIALS } from '../../shared/planning/forecasts/simulate.ts';
import { sampled } from '../support/sampling.ts';

const { whole } = inject('sampling');
const docs = new URL('../../docs/', import.meta.url);
// A tenth of the trials finds dates a day apart at most; `npm run backtest` has them all.
const results = backtestAll(whole ? TRIALS : TRIALS / 10);

test('on real histories, dates held in 82 to 90 of 100 cases and were not 1.76 times as long as reality', () => {
  const { questions, coverage, ratio, averageCoverage } = scoreOf(results.real);
  expect(questions).toBeGreaterThan(500);
  expect(coverage).toBeGreaterThanOrEqual(0.82);
  expect(coverage).toBeLessThanOrEqual(0.9);
  expect(ratio).toBeLessThan(1.76);
  expect(averageCoverage).toBeLessThan(0.65);
});

test('on each project and each made-up team that keeps its ways, dates held in at least 80 of 100 cases', () => {
  const names = [...new Set([...results.real, ...results.synthetic].map(({ history }) => history))];
  for (const name of names) {
    const questions = [...results.real, ...results.synthetic].filter(({ history }) => history === name);
    expect(scoreOf(questions).coverage, name).toBeGreaterThanOrEqual(0.8);
  }
});

// The formatter pads the table.
const unpadded = (text: string) => text.replaceAll(/-+/g, '-').replaceAll(/ +/g, ' ');
const printed = unpadded(readFileSync(new URL('results.md', import.meta.url), 'utf8'));
const page = readFileSync(new URL('forecasts.md', docs), 'utf8');

test.each(sampled('backtest', 1, realHistories()))(
  'the line of $name in results.md is the output of npm run backtest',
  (history) => expect(printed).toContain(unpadded(lineOf(history.name, askAll(history, TRIALS)))),
);

test('the docs have the shares of all projects', () => {
  const [, questions, held, ratio, heldByAverage, averageRatio] =
    /all four projects \| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|/.exec(printed)!;
  for (const figure of [
    `${questions} times`,
    `${held} of`,
    `${ratio} times`,
    `${heldByAverage} held`,
    `(${averageRatio} times)`,
  ])
    expect(page).toContain(figure);
});

if (whole)
  test('the table, and the plot in the docs, are the output of npm run backtest', () => {
    expect(printed).toContain(unpadded(projectsTable(results.real)));
    expect(readFileSync(new URL('images/forecast-calibration.svg', docs), 'utf8')).toBe(
      calibrationPlot(results.real),
    );
  });

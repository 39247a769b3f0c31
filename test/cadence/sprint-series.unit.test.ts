import { expect, test } from 'vitest';
import {
  newestSeries,
  nextInSeries,
  sprintName,
  unnumberedSeries,
} from '../../shared/planning/cadence/sprint-series.ts';

const after = (...names: string[]) => {
  const series = newestSeries(names);
  return series && sprintName(nextInSeries(series));
};

test.each([
  [['PAY Sprint 8'], 'PAY Sprint 9'],
  [['Sprint 41', 'sprint #42'], 'Sprint 43'],
  [['Iteration 9', 'Sprint 41'], 'Iteration 10'],
  [['Hardening', 'Спринт 99', 'Спринт 12'], 'Спринт 100'],
  [['スプリント7'], 'スプリント8'],
  [['Sprint 08'], 'Sprint 09'],
  [['PAY-S3'], 'PAY-S4'],
  [['2026 · 3'], '2026 · 4'],
  [['スプリント８'], 'スプリント９'],
  [['スプリント９'], 'スプリント１０'],
  [['Sprint ٨'], 'Sprint ٩'],
  [['Sprint ٩', 'Sprint 41'], 'Sprint ٤٢'],
  [['स्प्रिंट १९'], 'स्प्रिंट २०'],
  [['Sprint 𝟡'], 'Sprint 𝟙𝟘'],
  [['2026.12'], '2026.13'],
  [['PAY 2026.09'], 'PAY 2026.10'],
  [['Sprint 9 (PAY)', 'Sprint 12 (OPS)'], 'Sprint 10 (PAY)'],
  [['Sprint 9 [PAY]'], 'Sprint 10 [PAY]'],
  [['スプリント９（決済）'], 'スプリント１０（決済）'],
  [['42'], '43'],
  [[`${'x'.repeat(119)}9`], 'Sprint 10'],
  [['第3回スプリント'], '第4回スプリント'],
  [['スプリント第９回'], 'スプリント第１０回'],
  [['3회차 스프린트'], '4회차 스프린트'],
  [['12. Sprint'], '13. Sprint'],
  [['12.Sprint'], '13.Sprint'],
  [['1. Sprint 2026'], '2. Sprint 2026'],
  [['12 Sprint PAY'], '13 Sprint PAY'],
  [['2nd Sprint', '1st Sprint'], '3rd Sprint'],
  [['11th sprint'], '12th sprint'],
  [['20th sprint'], '21st sprint'],
  [['8-й спринт'], '9-й спринт'],
  [['5ª iteração'], '6ª iteração'],
  [['Sprint 8 🚀'], 'Sprint 9 🚀'],
  [['🚀 Sprint 8!'], '🚀 Sprint 9!'],
  [['Sprint 8. '], 'Sprint 9. '],
  [['Sprint 7b', 'Sprint 7'], 'Sprint 8'],
  [['Sprint 9 – Launch 2027'], 'Sprint 10 – Launch 2027'],
  [['Sprint 9: Launch'], 'Sprint 10: Launch'],
  [['PAY 9 - Launch'], 'PAY 10 - Launch'],
  [['KW 50 2026'], 'KW 51 2026'],
  [['Sprint 2027'], 'Sprint 2028'],
])('the sprint after %j is %s', (names, next) => {
  expect(after(...names)).toBe(next);
});

test.each([
  [['Hardening']],
  [['Sprint 2 of the platform']],
  [['Release 1.2', '2026.12.07', '12:30', 'Sprint ٨8', '7.2026.1']],
  [['Sprint 2026-12-07', 'Release 2.0', 'Week of 7.12']],
  [['Ticket 20261207']],
  [['2026 planning', '2026年12月スプリント', '12月スプリント', '7.12. Sprint', '12:30h', 'Sprint 1.2b']],
  [[]],
])('%j are numbered by their count', (names) => {
  expect(newestSeries(names)).toBeUndefined();
  expect(sprintName(nextInSeries(unnumberedSeries(names.length)))).toBe(`Sprint ${names.length + 1}`);
});

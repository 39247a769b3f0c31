import { expect, test } from 'vitest';
import { nightPolicies, simulateNight } from '../bench/night-jobs.ts';

/** `npm run simulate -- jobs` shows the same (docs/scale.md, "100,000 teams in a night"). */
const MINUTE_MS = 60_000;

test('the jobs of 100,000 teams in a night wait for the next run of the schedule, and no one waits for them', async () => {
  const found = await simulateNight({ seed: 7, ...nightPolicies['as deployed']! });
  expect(found.left).toBe(0);
  expect(found.forecasts.p99).toBeLessThanOrEqual(2 * MINUTE_MS);
  // Sprints start at midnight of their team, in whichever zone most teams are.
  expect(found.cadences.p99).toBeLessThanOrEqual(3 * MINUTE_MS);
  expect(found.plans.p99).toBeLessThanOrEqual(1_000);
  expect(found.plans.most).toBeLessThanOrEqual(MINUTE_MS);
}, 60_000);

test('due all at once, forecasts wait for minutes, and without the fair queue plans do as well', async () => {
  const load = { seed: 7, teams: 40_000, isSpread: false };
  const fair = await simulateNight({ ...load, isFair: true });
  expect(fair.forecasts.p99).toBeGreaterThan(3 * MINUTE_MS);
  const { plans } = await simulateNight({ ...load, isFair: false });
  expect(fair.plans.most).toBeLessThan(1.5 * MINUTE_MS);
  expect(plans.most).toBeGreaterThan(2 * MINUTE_MS);
}, 120_000);

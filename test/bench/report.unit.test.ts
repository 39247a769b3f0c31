import { expect, test } from 'vitest';
import { verdictsOf, type GrowthResult } from './growth.ts';
import { lineChart } from './line-chart.ts';
import type { Measurement } from './measure.ts';
import { renderCold, renderMarkdown } from './report.ts';
import type { Results } from './run.ts';
import { median, quantile } from './statistics.ts';

const cpu = { service: 0.8, engine: 0.2, load: 0.04, bare: 0.4, bareEngine: 0.2, bareStream: 0 };

const measured = (operation: Measurement['operation'], connections: number, ratio: number): Measurement => ({
  operation,
  connections,
  perSecond: 1_234.5,
  p50: 10.04,
  p99: 20.06,
  barePerSecond: 2_000,
  ratio: { median: ratio, lowest: ratio - 0.1, highest: ratio + 0.1 },
  cpu,
  others: 400,
  ms: 2_000,
});

const call = { commands: ['BatchGetItem'], roundTrips: 1, readUnits: 3, writeUnits: 0 };

const results: Results = {
  machine: { cores: 2, model: 'A processor', node: 'v24.0.0', load: 0.5, inUse: 0.031 },
  plan: {
    connections: [16],
    rounds: 5,
    sliceMs: 2_000,
    warmUp: { get: 1, list: 1, update: 1, create: 1 },
  },
  costs: { get: call, list: call, update: call, create: call },
  measurements: [measured('get', 16, 0.7), measured('list', 16, 0.5), measured('update', 64, 0.5)],
};

test('the Markdown says which targets were reached, and what else used the machine', () => {
  const markdown = renderMarkdown(results);
  expect(markdown).toContain('3 % of the CPU was in use; during it other processes took 10 %');
  expect(markdown).toContain('| get | 16 | 1235 | 10.0 | 20.1 | 2000 | 0.70 | 0.60–0.80 | ≥ 0.7 met |');
  expect(markdown).toContain('≥ 0.65 missed');
  expect(markdown).toContain('| update | 64 | 1235 | 10.0 | 20.1 | 2000 | 0.50 | 0.40–0.60 |  |');
});

test('cold starts say which functions take longer than a quarter more than the bare module', () => {
  const bundles = [55.5, 65].map((importMs) => ({
    name: 'stories',
    bytes: 4_096,
    bytesAtImport: 1_024,
    importMs,
    bareMs: 50,
  }));
  const firstRequests = [
    { operation: 'get' as const, handler: { ms: 60, cpuMs: 50 }, bare: { ms: 80, cpuMs: 100 } },
  ];
  const text = renderCold({ bundles, parts: [], firstRequests }, process.stdout);
  expect(text).toMatch(/get +60\.0 +80\.0 +0\.75 +50\.0 +100\.0 +0\.50/);
  expect(text).toMatch(/stories +4 +1 +3 +55\.5 +50\.0 +1\.11 +≤ 1\.25 met/);
  expect(text).toMatch(/65\.0 +50\.0 +1\.30 +≤ 1\.25 missed/);
});

test('a quantile is a value that was measured, by the nearest rank', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2);
  expect(quantile([5], 0.99)).toBe(5);
  expect(
    quantile(
      Array.from({ length: 100 }, (_, i) => i + 1),
      0.99,
    ),
  ).toBe(99);
  expect(() => median([])).toThrow(RangeError);
});

test('growth is as promised where units stay the same and rates fall by at most a tenth', () => {
  const at = (stories: number, perSecond: number, readUnits = 3): GrowthResult => {
    const one = (operation: 'get' | 'list' | 'create') => ({ ...measured(operation, 16, 0.5), perSecond });
    const cost = { ...call, readUnits };
    return {
      stories,
      costs: { get: cost, list: cost, create: cost },
      measured: { get: one('get'), list: one('list'), create: one('create') },
    };
  };
  const even = verdictsOf([at(2_000, 100), at(100_000, 91)]);
  expect(even).toHaveLength(4);
  expect(even.join()).not.toContain('missed');
  expect(even[1]).toContain('(−9 %; the bare loop, which shows the engine, +0 %)');
  expect(verdictsOf([at(2_000, 100)]).join()).not.toContain('met');
  const slower = verdictsOf([at(2_000, 100), at(100_000, 89)]);
  expect(slower.map((verdict) => verdict.includes('missed'))).toEqual([false, true, true, true]);
  const dearer = verdictsOf([at(2_000, 100), at(100_000, 100, 4)]);
  expect(dearer.map((verdict) => verdict.includes('missed'))).toEqual([true, false, false, false]);
});

test('a chart says its figures to those who do not see it', () => {
  const points = [
    { x: 1_000, y: 50 },
    { x: 10_000, y: 40 },
  ];
  const axes = { xName: 'stories', yName: 'a second', isLogarithmic: true };
  const svg = lineChart({ title: 'Growth', ...axes, series: [{ name: 'get', points }] });
  expect(svg).toContain('<title id="title">Growth</title>');
  expect(svg).toMatch(
    /<desc id="description">get: 50 a second at 1,000 stories, 40 a second at 10,000 stories\.</,
  );
  expect(svg.match(/points="([^"]+)"/)![1]!.split(' ')).toHaveLength(2);
});

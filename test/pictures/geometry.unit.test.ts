import { describe, expect, test } from 'vitest';
import { languages } from '../../shared/kernel/core/languages.ts';
import { textsIn } from '../../shared/pages/session/texts-for.ts';
import type { Fan } from '../../shared/planning/pictures/facts.ts';
import { burnDownPicture } from '../../shared/planning/pictures/burn-down-picture.ts';
import { fanPicture } from '../../shared/planning/pictures/fan-picture.ts';
import { englishLook, layouts, type Look } from '../../shared/planning/pictures/look.ts';
import { flowPicture } from '../../shared/planning/pictures/flow-picture.ts';
import { sprintFanPicture } from '../../shared/planning/pictures/sprint-fan-picture.ts';
import { weekPicture } from '../../shared/planning/scheduling/planner/week-picture.ts';
import { drawnWeek } from '../schedule/drawn-week.ts';

interface Box {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Of the widest of the usual fonts: Verdana and DejaVu Sans, on average over letters and digits. */
const AVERAGE = 0.59;
const isWide = (character: string) => /[\u1100-\uffdc]|\p{Emoji_Presentation}/u.test(character);

const decoded = (text: string) =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** Where each text of a picture is, as wide as a browser may draw it. */
function boxesIn(svg: string): Box[] {
  return [...svg.matchAll(/<text\s([^>]*)>([^<]*)<\/text\s*>/g)].map(([, attributes = '', raw = '']) => {
    const text = decoded(raw)
      .replaceAll(/[\u2066-\u2069]/g, '')
      .trim();
    const number = (name: string) => Number(new RegExp(`(?:^|\\s)${name}="([-\\d.]+)"`).exec(attributes)![1]);
    const size = attributes.includes('class="title"') ? 15 : 12;
    const width = [...text].reduce((sum, one) => sum + size * (isWide(one) ? 1 : AVERAGE), 0);
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? 'start';
    const left = number('x') - { start: 0, middle: width / 2, end: width }[anchor]!;
    const y = number('y');
    return { text, left, right: left + width, top: y - 0.75 * size, bottom: y + 0.2 * size };
  });
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const DAY_MS = 86_400_000;
const dayAt = (n: number, from = '2026-11-02') =>
  new Date(Date.parse(from) + n * DAY_MS).toISOString().slice(0, 10);
const amount = (stories: number, estimate = stories) => ({ stories, estimate });
const LONG =
  'Sign in without a password, on every device that anyone has ever owned, and in every language 日本語 too '.repeat(
    2,
  );
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const burnDown = (count: number, highest: number, left: number, look?: Look) =>
  burnDownPicture(
    {
      name: LONG,
      days: Array.from({ length: count }, (_, n) => ({
        day: dayAt(n),
        remaining: amount(Math.round(highest - ((highest - left) * n) / Math.max(1, count - 1))),
        ideal: amount(Math.round(highest * (1 - n / Math.max(1, count - 1)))),
      })),
    },
    look,
  );

const flow = (count: number, factor: number) =>
  flowPicture(
    LONG,
    Array.from({ length: count }, (_, n) => ({
      day: dayAt(n),
      arrived: factor * (n + 3),
      started: factor * (n + 1),
      completed: factor * n,
    })),
  );

const fan: Fan = {
  name: LONG,
  completed: 1,
  today: new Date('2026-11-02T09:00:00Z'),
  remaining: 12,
  p50: '2026-11-20T00:00:00.000Z',
  p85: '2026-12-04T00:00:00.000Z',
  p95: '2026-12-18T00:00:00.000Z',
  target: '2027-01-01T00:00:00.000Z',
  probabilityOfTarget: 0.8,
};

const week = (title: string) => ({
  ...drawnWeek,
  days: drawnWeek.days.map((day) => ({
    ...day,
    blocks: day.blocks.map((block) => ({ ...block, title, isLate: true, locked: true })),
  })),
});

const pictures: Record<string, string> = {
  'a burn-down at zero': burnDown(14, 14, 0),
  'a burn-down of one day': burnDown(1, 3, 3),
  'a burn-down of two days': burnDown(2, 1, 1),
  'a burn-down of millions over two years': burnDown(730, 12_345_678, 1_234_567),
  'a burn-down on the ideal line': burnDown(10, 20, 1),
  'a flow without progress': flow(30, 0),
  'a flow of thousands': flow(365, 12_345),
  'a fan': fanPicture(fan),
  'a fan beyond five years': fanPicture({ ...fan, p95: null, p85: null, target: '2031-12-31T00:00:00.000Z' }),
  'a fan of one day': fanPicture({ ...fan, p50: dayAt(0), p85: dayAt(0), p95: dayAt(1), target: dayAt(0) }),
  'a fan of a sprint': sprintFanPicture({
    title: LONG,
    total: 40,
    completed: 2,
    expected: { p15: 29, p50: 30, p85: 31 },
  }),
  'a fan of a sprint that is done': sprintFanPicture({
    title: LONG,
    total: 2,
    completed: 2,
    expected: { p15: 2, p50: 2, p85: 2 },
  }),
  'a fan of a large sprint': sprintFanPicture({
    title: LONG,
    total: 2_000,
    completed: 0,
    expected: { p15: 0, p50: 1, p85: 3 },
  }),
  'a week': weekPicture(LONG, drawnWeek),
  'a week of long names': weekPicture(LONG, week(LONG)),
  'a week of long words': weekPicture(WORD, week(WORD)),
  'a week in Japanese': weekPicture(LONG, week('日本語のタイトルはとても長いので切られます')),
};

/** On pages, in each language and room. */
for (const language of languages) {
  const words = await textsIn(language);
  for (const layout of [layouts.low, layouts.narrow]) {
    const look = { words, layout };
    const where = `in ${language}, ${layout.width} wide`;
    pictures[`a burn-down ${where}`] = burnDown(14, 140, 12, look);
    pictures[`a burn-down of a year ${where}`] = burnDown(400, 12_345, 0, look);
    pictures[`a fan ${where}`] = fanPicture(fan, look);
    pictures[`a fan beyond five years ${where}`] = fanPicture({ ...fan, p85: null, p95: null }, look);
  }
}

test.each(Object.entries(pictures))('no text of %s overlaps another or is cut off', (_, svg) => {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number) as [number, number, number];
  const boxes = boxesIn(svg);
  expect(boxes.length).toBeGreaterThan(2);
  const outside = boxes.filter(
    ({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height,
  );
  expect(outside).toEqual([]);
  const clashes = boxes.flatMap((one, n) =>
    boxes.slice(n + 1).flatMap((other) => (overlaps(one, other) ? [`${one.text} | ${other.text}`] : [])),
  );
  expect(clashes).toEqual([]);
});

/** The points of the line of a class. */
function lineIn(svg: string, name: string): { x: number; y: number }[] {
  const [, d] = new RegExp(`class="${name}" d="M([^"]+)"`).exec(svg)!;
  return d!.split('L').map((point) => {
    const [x, y] = point.split(',').map(Number);
    return { x: x!, y: y! };
  });
}

/** Whether a line passes through a box, looked at in each pixel. */
const passes = (points: readonly { x: number; y: number }[], { left, right, top, bottom }: Box): boolean =>
  points.slice(1).some((to, n) => {
    const from = points[n]!;
    return Array.from({ length: 200 }, (_, step) => step / 199).some((share) => {
      const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)];
      return x > left && x < right && y > top && y < bottom;
    });
  });

/** A sprint of ten days and stories, of which some are left after each of its first days. */
const sprint = (lefts: readonly number[], look?: Look) =>
  burnDownPicture(
    {
      name: 'Sprint 12',
      days: Array.from({ length: 10 }, (_, n) => ({
        day: dayAt(n),
        remaining: lefts[n] === undefined ? null : amount(lefts[n]),
        ideal: amount(9 - n),
        completed: amount((lefts[n - 1] ?? 10) - (lefts[n] ?? 0)),
        reopened: amount(0),
      })),
    },
    look,
  );

const rooms: [string, Look | undefined][] = [['wide', undefined]];
for (const layout of [layouts.low, layouts.narrow]) {
  rooms.push([`${layout.width} pixels`, { words: await textsIn('en'), layout }]);
}

describe.each(rooms)('in a room of %s,', (_, look) => {
  test.each([
    ['behind', [10, 10, 10, 9, 9, 8]],
    ['far behind at its end', [10, 10, 10, 10, 10, 10, 10, 10, 9]],
    ['ahead', [8, 6, 5, 4, 3]],
    ['just ahead', [9, 8, 6]],
    ['ahead at its end', [8, 7, 5, 3, 2, 2, 1, 1, 1]],
    ['on the line', [9, 8, 7, 6]],
    ['at its first day', [10]],
  ])('no line passes through what is left of a sprint that is %s', (__, lefts) => {
    const svg = sprint(lefts, look);
    const label = boxesIn(svg).find(({ text }) => text.endsWith(' left') && !text.startsWith('stories'))!;
    for (const name of ['guide', 'line']) expect(passes(lineIn(svg, name), label), name).toBe(false);
  });

  test('a finished sprint names at its end what is left, and the ideal line elsewhere', () => {
    const svg = sprint([10, 9, 7, 7, 6, 5, 3, 3, 2, 0], look);
    const [left, ideal] = ['0 left', 'ideal'].map((name) => boxesIn(svg).find(({ text }) => text === name)!);
    const end = lineIn(svg, 'line').at(-1)!;
    if (look?.layout.hasNamesBelow) expect([left!.top > end.y, ideal!.top > end.y]).toEqual([true, true]);
    else {
      expect(Math.abs(left!.bottom - end.y)).toBeLessThan(16);
      expect(ideal!.right).toBeLessThan(end.x);
      for (const name of ['guide', 'line']) expect(passes(lineIn(svg, name), ideal!), name).toBe(false);
    }
  });
});

test.each([
  { total: 8, completed: 4, expected: { p15: 5, p50: 6, p85: 7 } },
  { total: 40, completed: 0, expected: { p15: 3, p50: 5, p85: 8 } },
  { total: 40, completed: 0, expected: { p15: 2, p50: 36, p85: 38 } },
])('no line of a forecast of a sprint passes through a label, with $expected of $total', (fan) => {
  const svg = sprintFanPicture({ title: 'S', ...fan }, { words: englishLook().words, layout: layouts.low });
  const lines = [...svg.matchAll(/<line[^>]*x1="([\d.]+)"[^>]*y2="([\d.]+)"/g)].map((line) =>
    line.slice(1).map(Number),
  );
  const labels = boxesIn(svg).filter(({ text }) => text.includes('likely'));
  expect([lines.length, labels.length]).toEqual([3, 3]);
  const crossed = labels.filter(({ left, right, top }) =>
    lines.some(([x, end]) => x! > left + 1 && x! < right - 1 && end! > top),
  );
  expect(crossed.map(({ text }) => text)).toEqual([]);
});

test('a forecast of a sprint says how many are done, which its first bar is as long as', () => {
  const expected = { p15: 6, p50: 7, p85: 8 };
  const svg = sprintFanPicture({ title: 'S', total: 10, completed: 4, expected });
  expect(boxesIn(svg).map(({ text }) => text)).toContain('4 done');
  const widthOf = (name: string) =>
    Number(new RegExp(`class="${name}"[^>]*?\\swidth="([\\d.]+)"`).exec(svg)![1]);
  expect(widthOf('one') / widthOf('work')).toBeCloseTo(0.4, 2);
  expect(sprintFanPicture({ title: 'S', total: 10, completed: 0, expected })).not.toContain('0 done');
});

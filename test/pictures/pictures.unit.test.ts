import { expect, test } from 'vitest';
import {
  burnDownFacts,
  fanFacts,
  flowFacts,
  untilEnd,
  type Fan,
} from '../../shared/planning/pictures/facts.ts';
import { burnDownPicture } from '../../shared/planning/pictures/burn-down-picture.ts';
import { fanPicture } from '../../shared/planning/pictures/fan-picture.ts';
import { englishLook, layouts } from '../../shared/planning/pictures/look.ts';
import { languages } from '../../shared/kernel/core/languages.ts';
import { textsIn } from '../../shared/pages/session/texts-for.ts';
import { flowPicture } from '../../shared/planning/pictures/flow-picture.ts';
import { sprintFanPicture } from '../../shared/planning/pictures/sprint-fan-picture.ts';
import { weekPicture } from '../../shared/planning/scheduling/planner/week-picture.ts';
import { drawnWeek } from '../schedule/drawn-week.ts';

const amount = (stories: number, estimate = stories) => ({ stories, estimate });
const days = [
  { day: '2026-11-02', remaining: amount(10), ideal: amount(8) },
  { day: '2026-11-03', remaining: amount(9), ideal: amount(6) },
  { day: '2026-11-04', remaining: null, ideal: amount(0) },
];
const flow = [
  { day: '2026-11-02', arrived: 5, started: 2, completed: 1 },
  { day: '2026-11-03', arrived: 8, started: 5, completed: 3 },
];
const fan: Fan = {
  name: 'One',
  completed: 2,
  today: new Date('2026-11-02T09:00:00Z'),
  remaining: 12,
  p50: '2026-11-20T00:00:00.000Z',
  p85: '2026-12-04T00:00:00.000Z',
  p95: '2026-12-18T00:00:00.000Z',
  target: '2026-12-01T00:00:00.000Z',
  probabilityOfTarget: 0.8,
};

test('pictures say in words what they show', () => {
  expect(burnDownFacts({ days })).toBe(
    '10 stories remained on 2026-11-02, 9 stories on 2026-11-03. That is 3 more than the ideal line to zero by 2026-11-04.',
  );
  expect(flowFacts(flow)).toBe(
    'By 2026-11-03, 3 stories were completed, 2 in progress and 3 waiting. Since 2026-11-02, 2 were completed and 3 came.',
  );
  expect(fanFacts(fan)).toContain('in 85 by 2026-12-04');
  expect(fanFacts(fan)).toContain('2026-12-01, is reached with a probability of 80 %');
  expect(fanFacts({ ...fan, p95: null })).toContain('in 95 by more than five years from now');
  const onLine = { day: '2026-11-04', remaining: amount(8), ideal: amount(8) };
  expect(burnDownFacts({ days: [onLine], end: '2026-11-04' })).toContain(
    'That is exactly what the ideal line to zero has by 2026-11-04.',
  );
});

test('a week names each day above the middle of what it has', () => {
  const svg = weekPicture('Ada', drawnWeek);
  const [monday] = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>Mon 23</g)].map(([, x]) => Number(x));
  const [, left, width] = /<rect[^>]*\sx="([\d.]+)"[^>]*\swidth="([\d.]+)"/.exec(svg)!.map(Number);
  expect(monday).toBeCloseTo(left! + width! / 2, 0);
});

const drawn = {
  'a burn-down': () => burnDownPicture({ name: '<One> & "Two"', days }),
  'a burn-down of nothing': () => burnDownPicture({ name: 'Burn-down', days: [] }),
  'a burn-down of one day': () => burnDownPicture({ name: 'Burn-down', days: days.slice(0, 1) }),
  'a cumulative flow': () => flowPicture('Flow', flow),
  'a cumulative flow of nothing': () => flowPicture('Flow', []),
  'a fan': () => fanPicture(fan),
  'a fan without an end': () => fanPicture({ ...fan, p95: null, target: null, probabilityOfTarget: null }),
  'a week': () => weekPicture('Ada <One>, week of November 23, 2026', drawnWeek),
  'a week of nothing': () =>
    weekPicture('Nobody', {
      ...drawnWeek,
      days: drawnWeek.days.map((day) => ({ ...day, working: [], busy: [], blocks: [] })),
    }),
  'a fan of too little history': () => fanPicture({ ...fan, p50: null, p85: null, p95: null }),
};

test.each(Object.entries(drawn))(
  '%s is one SVG with a text alternative that runs and loads nothing',
  (_, draw) => {
    const svg = draw();
    expect(svg).toMatch(/^<svg\s[^>]*role="img"[^>]*aria-labelledby="title description"/);
    expect(svg).toMatch(/<title id="title">[^<]+<\/title>\s*<desc id="description">[^<]+<\/desc>/);
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|href=|url\((?!#)/);
    expect(svg).not.toContain('<One>');
  },
);

test('series differ in more than color', () => {
  expect(burnDownPicture({ name: 'B', days })).toMatch(
    /class="guide"[\s\S]*class="line"[\s\S]*ideal[\s\S]*9 left/,
  );
  expect(flowPicture('F', flow)).toMatch(
    /url\(#hatch\)[\s\S]*(waiting: 3)[\s\S]*(in progress: 2)[\s\S]*(completed: 3)/,
  );
});

test('charts say what they count, and chances in percent', () => {
  const unitOf = (svg: string) => /<text x="16" y="46">([^<]*)</.exec(svg)?.[1];
  expect(unitOf(burnDownPicture({ name: 'B', days }))).toBe('stories left');
  const inPoints = days.map((one) => ({ ...one, remaining: one.remaining && amount(3, 8) }));
  expect(unitOf(burnDownPicture({ name: 'B', days: inPoints }))).toBe('estimate left');
  expect(unitOf(flowPicture('F', flow))).toBe('stories');
  expect(unitOf(fanPicture(fan))).toBe('stories left');
  expect(fanPicture({ ...fan, p95: null })).toMatch(/50 % by 20 Nov[\s\S]*95 % after 5 years/);
});

test('a burn-down in estimates says how it counts a story without one', () => {
  const note = 'Stories without an estimate count as 1.';
  const inPoints = days.map((one) => ({ ...one, remaining: one.remaining && amount(3, 8) }));
  expect(/<desc[^>]*>([^<]*)</.exec(burnDownPicture({ name: 'B', days: inPoints }))?.[1]).toContain(note);
  expect(burnDownFacts({ days })).not.toContain(note);
});

test('a forecast of a sprint speaks the language of its page, and fits a phone', async () => {
  const words = await textsIn('de');
  const expected = { p15: 5, p50: 6, p85: 7 };
  const svg = sprintFanPicture(
    { title: 'S', total: 8, completed: 4, expected },
    { words, layout: layouts.narrow },
  );
  expect(svg).toMatch(/^<svg[^>]*width="340"/);
  expect(svg).toMatch(/4 erledigt[\s\S]*5 oder mehr: 85 % wahrscheinlich[\s\S]*8 Storys/);
});

test('no line is drawn over the labels of a forecast of a sprint', () => {
  const svg = sprintFanPicture({ title: 'S', total: 8, completed: 4, expected: { p15: 5, p50: 6, p85: 7 } });
  expect(svg.lastIndexOf('<line')).toBeLessThan(svg.indexOf('class="halo"'));
  expect(svg.match(/class="halo"/g)).toHaveLength(3);
});

test('a burn-down has its points where the numbers say', () => {
  const svg = burnDownPicture({ name: 'B', days });
  const [line] = /(?<=class="line" d=")[^"]+/.exec(svg)!;
  // The plot ends where the name of its line needs room: that of `ideal`, and 24 pixels.
  // From ten of ten at the left edge; the axis begins 62 pixels below the top and ends 34 above the bottom.
  expect(line).toBe('M52,62L356,88.4');
});

test('a burn-down begins with the first stories, as none is done before there are any', () => {
  const empty = { day: '2026-11-01', remaining: amount(0), ideal: amount(10) };
  const late = [empty, ...days];
  expect(burnDownPicture({ name: 'B', days: late }).match(/class="mark"/g)).toHaveLength(2);
  expect(burnDownFacts({ days: late })).toBe(burnDownFacts({ days }));
  // What is done stays drawn, and so does a span that never had stories.
  const done = [...days.slice(0, 2), { day: '2026-11-04', remaining: amount(0), ideal: amount(0) }];
  expect(burnDownPicture({ name: 'B', days: done }).match(/class="mark"/g)).toHaveLength(3);
  expect(burnDownFacts({ days: [empty] })).toMatch(/^0 stories remained on 2026-11-01/);
});

test('the days that a chart names are as far from each other as their neighbours, but for a day', () => {
  for (const count of [2, 9, 14, 30, 78, 120, 182]) {
    const flows = Array.from({ length: count }, (_, n) => ({
      day: new Date(Date.parse('2026-09-01') + n * 86_400_000).toISOString().slice(0, 10),
      arrived: n,
      started: n,
      completed: n,
    }));
    const named = [...flowPicture('F', flows).matchAll(/x="([\d.]+)" y="346"[^>]*>(\d+ [A-Z][a-z]+)</g)];
    const steps = named.slice(1).map(([, x], n) => Number(x) - Number(named[n]![1]));
    expect(named.length, `${count} days`).toBeGreaterThan(count === 2 ? 1 : 2);
    const dayWidth = (720 - 52) / (count - 1);
    for (const step of steps) expect(Math.abs(step - steps[0]!)).toBeLessThan(dayWidth + 0.3);
  }
});

test('the first and the last day of a chart are named in every language, with others between', async () => {
  const sprint = Array.from({ length: 15 }, (_, n) => ({
    day: new Date(Date.parse('2026-11-21') + n * 86_400_000).toISOString().slice(0, 10),
    remaining: amount(15 - n),
    ideal: amount(14 - n),
  }));
  for (const language of languages) {
    const words = await textsIn(language);
    for (const [name, layout] of Object.entries(layouts)) {
      const svg = burnDownPicture({ name: 'B', days: sprint }, { words, layout });
      const y = layout.height - layout.bottom + 20;
      const named = [...svg.matchAll(new RegExp(`y="${y}"[^>]*>([^<]*)<`, 'g'))].map(([, text]) => text);
      const [first, last] = ['2026-11-21', '2026-12-05'].map((day) => words.day(new Date(day)));
      expect([named[0], named.at(-1)], `${language}, ${name}`).toEqual([first, last]);
      expect(named.length, `${language}, ${name}`).toBeGreaterThanOrEqual(name === 'narrow' ? 3 : 4);
    }
  }
});

test('a sprint whose stories are done has no chances, and a number is given its greatest chance alone', () => {
  const done = sprintFanPicture({ title: 'S', total: 6, completed: 6, expected: { p15: 6, p50: 6, p85: 6 } });
  expect(done).toContain('>All are done: 6 stories.</text>');
  expect(done).not.toContain('likely');
  const svg = sprintFanPicture({ title: 'S', total: 6, completed: 4, expected: { p15: 4, p50: 5, p85: 5 } });
  expect([...svg.matchAll(/\d or more: \d+ % likely/g)].map(([text]) => text).toSorted()).toEqual([
    '4 or more: 85 % likely',
    '5 or more: 50 % likely',
  ]);
});

test('what is left stands at its point, and the ideal line of an objective ends at zero on its last day', () => {
  const [first, second] = days;
  const svg = burnDownPicture({ name: 'B', days: [first!, second!], end: '2026-11-08' });
  const [, point] = /<circle[^>]*cx="([\d.]+)"[^>]*>(?!.*<circle)/s.exec(svg)!;
  const [, label] = /<text\s+class="halo"\s+x="([\d.]+)"[^>]*>9 left</.exec(svg)!;
  expect(Number(label) - Number(point)).toBeCloseTo(8, 0);
  expect(/(?<=class="guide" d=")[^"]+/.exec(svg)![0]).toMatch(/L660,326$/);
  expect(untilEnd({ days, end: '2026-11-04' })).toBe(days);
});

test.each(languages)(
  'the facts of a burn-down in %s name the day of its end, whether the days end before or after it',
  async (language) => {
    const words = await textsIn(language);
    for (const end of ['2027-01-13', '2026-11-01']) {
      for (const behind of [-2, 0, 2]) {
        const last = { day: '2026-11-03', remaining: amount(6 + behind), ideal: amount(6) };
        const burnDown = { days: [days[0]!, last], end };
        const line = burnDownFacts(burnDown, words)
          .split(/(?<=[.。])/)
          .at(-1);
        expect(line).toContain(end);
        expect(line).not.toContain(last.day);
        expect(burnDownPicture({ name: 'B', ...burnDown }, { ...englishLook(), words })).toContain(end);
        // Without an end there is no day to name.
        expect(burnDownFacts({ days: burnDown.days }, words)).not.toContain(end);
      }
    }
  },
);

test('a target is named at its line, in the form of the axis', () => {
  const svg = fanPicture(fan);
  const [, line] = /class="warn"\s+d="M([\d.]+),/.exec(svg)!;
  const [, label] = /<text\s+class="halo"\s+x="([\d.]+)"[^>]*>target 1 Dec</.exec(svg)!;
  expect(Math.abs(Number(label) - Number(line))).toBeCloseTo(8, 0);
  expect(svg).not.toMatch(/<text[^>]*>[^<]*\d{4}-\d\d/);
});

test('nothing is called done where there was never a story', () => {
  const empty = [{ day: '2026-11-02', remaining: amount(0), ideal: amount(0) }];
  const textsIn = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(textsIn(burnDownPicture({ name: 'B', days: empty }))).toEqual([
    'Burn-down of B',
    'There are no stories yet.',
  ]);
  const ends = { p50: null, p85: null, p95: null };
  const none = { ...fan, ...ends, remaining: 0, completed: 0 };
  expect(fanFacts(none)).toBe('There are no stories yet.');
  expect(textsIn(fanPicture(none))).toEqual(['Forecast of One', 'There are no stories yet.']);
  expect(fanFacts({ ...none, completed: 3 })).toBe('All are done: 3 stories.');
});

test('a chart on a page is in the language of its reader and has another form for phones', async () => {
  const [de, ar] = await Promise.all([textsIn('de'), textsIn('ar')]);
  const german = burnDownPicture({ name: 'Sprint 12', days }, { words: de, layout: layouts.low });
  expect(german).toMatch(/Burn-down von Sprint 12[\s\S]*offene Storys[\s\S]*3\. Nov[\s\S]*noch 9/);
  expect(german).toMatch(/<desc[^>]*>Offen waren am 2026-11-02 10 Storys/);
  const narrow = burnDownPicture({ name: 'Sprint 12', days }, { words: ar, layout: layouts.narrow });
  // Whatever the direction of the drawing, the words have that of their language.
  expect(narrow).toContain('\u2067بقي 9\u2069');
  expect(narrow).toMatch(/aria-labelledby="title-narrow description-narrow"/);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(narrow)!.map(Number);
  expect([width, height! - layouts.narrow.height]).toEqual([layouts.narrow.width, 18]);
});

test('a forecast of days without dates names no date, in its text alternative neither', () => {
  const nameOfDay = (day: Date) => `day ${(day.getTime() - Date.parse('2026-11-02')) / 86_400_000}`;
  const { words, layout } = englishLook();
  const svg = fanPicture({ ...fan, today: new Date('2026-11-02T00:00:00Z') }, { words, layout, nameOfDay });
  expect(svg).toMatch(/target day 29[\s\S]*50 % by day 18/);
  expect(svg).toMatch(/<desc[^>]*>[^<]*done by day 18/);
  expect(svg).not.toMatch(/2026|Nov|Dec/);
});

test('labels of a forecast of a sprint are next to their lines', () => {
  const svg = sprintFanPicture({ title: 'S', total: 8, completed: 4, expected: { p15: 5, p50: 7, p85: 8 } });
  const lines = [...svg.matchAll(/x1="([\d.]+)"/g)].map(([, x]) => Number(x));
  const labels = [...svg.matchAll(/class="halo"\s+x="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(labels.map((x) => Math.min(...lines.map((line) => Math.abs(x - line))))).toEqual([4, 4, 4]);
});

test('a title that is too long for a phone is smaller before it is cut', async () => {
  const words = await textsIn('fr');
  const titled = (name: string) => fanPicture({ ...fan, name }, { words, layout: layouts.narrow });
  expect(titled('Se connecter par clé')).toMatch(
    /class="title long"[^>]*>Prévision pour Se connecter par clé</,
  );
  expect(titled('Un')).toContain('class="title"');
  expect(titled('Se connecter '.repeat(5))).toMatch(/class="title long"[^>]*>[^<]*…</);
});

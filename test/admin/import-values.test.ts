import { describe, expect, test } from 'vitest';
import { runCli } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

describe('values', () => {
  const dates = async (texts: string[], ...args: string[]) => {
    const { run, stories } = await setUp();
    const rows = texts.map((due, number) => ({ id: `r${number}`, title: `Row ${number}`, due }));
    const summary = await run([json(rows), ...intoEng, ...args]);
    const found = await stories();
    return { summary, days: rows.map(({ title }) => found[title]?.endDate?.slice(0, 16)) };
  };

  test('that are dates are read as the usual tools write them', async () => {
    const forms: [string, string][] = [
      ['08/Aug/26 8:15 AM', '2026-08-08T08:15'],
      ['08/Aug/26 12:05 AM', '2026-08-08T00:05'],
      ['2024-2-1', '2024-02-01T00:00'],
      ['2024/02/01 13:30:05', '2024-02-01T13:30'],
      ['Aug 8, 2026, 3:20 PM', '2026-08-08T15:20'],
      ['8 August 2026', '2026-08-08T00:00'],
      ['Sat Aug 08 2026 08:15:00 GMT+0200 (CEST)', '2026-08-08T06:15'],
      ['Sat, 08 Aug 2026 08:15:00 +0000', '2026-08-08T08:15'],
      ['8.3.2026', '2026-03-08T00:00'],
      ['2026-08-08T08:15:00.123456-08:00', '2026-08-08T16:15'],
    ];
    const { summary, days } = await dates(forms.map(([text]) => text));
    expect(summary.warnings).toEqual([]);
    expect(days).toEqual(forms.map(([, day]) => day));
  });

  test('that are ambiguous dates are decided by the column, else by --date-format, else left out', async () => {
    const dayFirst = await dates(['03/04/2026', '25/04/2026']);
    expect(dayFirst.days).toEqual(['2026-04-03T00:00', '2026-04-25T00:00']);
    const monthFirst = await dates(['03/04/2026', '04/25/2026']);
    expect(monthFirst.days).toEqual(['2026-03-04T00:00', '2026-04-25T00:00']);
    const unknown = await dates(['03/04/2026', '2026-04-05']);
    expect(unknown.days).toEqual([undefined, '2026-04-05T00:00']);
    expect(unknown.summary.warnings).toMatchObject([
      {
        code: 'dropped',
        field: 'endDate',
        value: '03/04/2026',
        reason: expect.stringMatching(/--date-format/),
      },
    ]);
    const both = await dates(['03/04/2026', '25/04/2026', '04/25/2026']);
    expect(both.days).toEqual([undefined, '2026-04-25T00:00', '2026-04-25T00:00']);
    const told = await dates(['03/04/2026', '2026-04-05'], '--date-format', 'MM/DD/YYYY');
    expect(told.days).toEqual(['2026-03-04T00:00', '2026-04-05T00:00']);
    const timed = await dates(['4-3-26 5:06 pm'], '--date-format', 'D-M-YY h:mm a');
    expect(timed.days).toEqual(['2026-03-04T17:06']);
  });

  test('for the priority mean what --priority-map says', async () => {
    const { run, stories, env } = await setUp();
    const rows = [
      { id: 1, title: 'First', priority: 0 },
      { id: 2, title: 'Last', priority: 4 },
    ];
    const args = [json(rows), ...intoEng, '--priority-map'];
    expect(await run([...args, '0=Urgent,4=low'])).toMatchObject({ created: 2, warnings: [] });
    const { First, Last } = await stories();
    expect([First?.priority, Last?.priority]).toEqual(['Urgent', 'Low']);
    const bad = await runCli(['import', ...args, '0=Soon'], env);
    expect(bad.stderr).toMatch(/--priority-map takes VALUE=PRIORITY.*Soon is none/);
  });

  test('that are optional and do not fit are left out with a line each, or with --strict refuse the row', async () => {
    const { run, stories, env } = await setUp();
    const rows = [
      { id: 1, title: 'Odd estimate', points: 4 },
      { id: 2, title: 'No such status', status: 'Schrödinger' },
      { id: 3, title: 'Ends first', start: '2026-02-02', end: '2026-02-01' },
      { id: 4, title: 'Bad date', start: '2026-02-31' },
      { id: 5, title: 'No such label', labels: ['Nope'] },
      { id: 6, title: 'Odd priority', priority: 'soonish' },
      { id: 7, title: 'Long', body: 'é'.repeat(20_000) },
      { id: 8, title: 'Fine', points: 5 },
    ];
    const strict = await run([json(rows), ...intoEng, '--strict', '--dry-run']);
    expect(strict.refusals.map(({ key }: { key: string }) => key)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    const summary = await run([json(rows), ...intoEng]);
    expect(summary).toMatchObject({ created: 8, refused: 0 });
    const dropped = summary.warnings.map((line: any) => [line.key, line.code, line.field]);
    expect(dropped).toEqual([
      ['1', 'dropped', 'estimateValue'],
      ['2', 'dropped', 'status'],
      ['3', 'dropped', 'endDate'],
      ['4', 'dropped', 'startDate'],
      ['5', 'dropped', 'labels'],
      ['6', 'dropped', 'priority'],
      ['7', 'shortened', 'description'],
    ]);
    const found = await stories();
    expect(found['Odd estimate']!.estimateValue).toBeNull();
    expect(found['Ends first']).toMatchObject({ startDate: '2026-02-02T00:00:00.000Z', endDate: null });
    expect(Buffer.byteLength(found['Long']!.description!)).toBe(32 * 1024);
    expect(found['Fine']!.estimateValue).toBe(5);
    const shown = await runCli(['import', json(rows), ...intoEng, '--dry-run'], env);
    expect(shown.stdout).toMatch(/1 +1 +estimateValue .*4/);
  });
});

import { describe, expect, test } from 'vitest';
import { runCli } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

describe('values in an import', () => {
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
    const imported = await dates(['03/04/2026', '2026-04-05'], '--date-format', 'MM/DD/YYYY');
    expect(imported.days).toEqual(['2026-03-04T00:00', '2026-04-05T00:00']);
    const timed = await dates(['4-3-26 5:06 pm'], '--date-format', 'D-M-YY h:mm a');
    expect(timed.days).toEqual(['2026-03-04T17:06']);
  });

  test('that are numbers have day and month where --date-format says, whatever their separators and year', async () => {
    const imported = await dates(
      ['2-3-2026', '25/12/26', '3.4.2026', '12/25/26', '12/25/2026', '2026-04-05', '8 August 2026'],
      '--date-format',
      'DD/MM/YYYY',
    );
    expect(imported.days).toEqual([
      '2026-03-02T00:00',
      '2026-12-25T00:00',
      '2026-04-03T00:00',
      undefined,
      undefined,
      '2026-04-05T00:00',
      '2026-08-08T00:00',
    ]);
    expect(imported.summary.warnings.map(({ value, reason }: any) => [value, reason])).toEqual([
      ['12/25/26', 'endDate is not of the form DD/MM/YYYY: left out'],
      ['12/25/2026', 'endDate is not of the form DD/MM/YYYY: left out'],
    ]);
    const monthFirst = await dates(['2.3.26', '25/12/2026'], '--date-format', 'M/D/YYYY');
    expect(monthFirst.days).toEqual(['2026-02-03T00:00', undefined]);
    const yearFirst = await dates(['26-4-3', '2026/4/5', '03/04/2026'], '--date-format', 'YY/MM/DD');
    expect(yearFirst.days).toEqual(['2026-04-03T00:00', '2026-04-05T00:00', undefined]);
  });

  test('that are dates without separators are read', async () => {
    const { summary, days } = await dates(['20260403', '20260403T081500Z', '20260231']);
    expect(days).toEqual(['2026-04-03T00:00', '2026-04-03T08:15', undefined]);
    expect(summary.warnings).toMatchObject([{ value: '20260231' }]);
  });

  test('for the priority are taken as people write them', async () => {
    const { run, stories } = await setUp();
    const written = ['High', 'No Priority', 'URGENT', 'medium', 'Low', 'none'];
    const rows = written.map((priority, id) => ({ id, title: priority, priority }));
    expect(await run([json(rows), ...intoEng])).toMatchObject({ created: 6, warnings: [] });
    const found = await stories();
    expect(written.map((title) => found[title]?.priority)).toEqual([
      'high',
      'none',
      'urgent',
      'medium',
      'low',
      'none',
    ]);
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
    expect([First?.priority, Last?.priority]).toEqual(['urgent', 'low']);
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
      { id: 7, title: 'Long', body: 'é'.repeat(40_000) },
      { id: 8, title: 'F\u009bi\u202ene\u0085', points: 5 },
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
    expect([...found['Long']!.description!]).toHaveLength(32_768);
    expect(found['F ine']!.estimateValue).toBe(5);
    const shown = await runCli(['import', json(rows), ...intoEng, '--dry-run'], env);
    expect(shown.stdout).toMatch(/1 +1 +estimateValue .*4/);
  });

  test('that cannot be a name are refused before anything is created', async () => {
    const { run, stories, labelsOf, list } = await setUp();
    const long = 'x'.repeat(121);
    const rows = [
      { id: 1, title: 'Labelled', team: 'ENG', labels: [long, 'a\u202eb', 'good'] },
      { id: 2, title: 'In a team of that name', team: long },
      { id: 3, title: 'In a new team', team: 'Fine', labels: ['good'] },
      { id: 4, title: 'Planned', team: 'ENG', sprint: long, goal: long },
    ];
    const args = [
      json(rows),
      '--map',
      'sprint=sprint',
      '--map',
      'objective=goal',
      '--create',
      'teams,labels,sprints,objectives',
    ];
    const plan = await run([...args, '--dry-run']);
    const expected = {
      made: [{ name: 'Fine (FINE)' }, { name: 'good' }],
      refusals: [{ key: '2', reason: 'team must be at most 120 characters' }],
      warnings: [
        {
          key: '1',
          field: 'labels',
          value: long,
          reason: 'labels must be at most 120 characters: left out',
        },
        { key: '1', field: 'labels', value: 'a\u202eb' },
        { key: '4', field: 'sprint', reason: 'sprint must be at most 120 characters: left out' },
        { key: '4', field: 'objective', reason: 'objective must be at most 120 characters: left out' },
      ],
    };
    expect(plan).toMatchObject(expected);
    const strict = await run([...args, '--strict', '--dry-run']);
    expect(strict.refusals).toMatchObject([
      { key: '1', reason: expect.stringMatching(/^labels must be at most 120 characters; labels must /) },
      { key: '2', reason: 'team must be at most 120 characters' },
      { key: '4', reason: expect.stringMatching(/sprint must be at most/) },
    ]);
    expect(await run(args)).toMatchObject({ created: 3, refused: 1, ...expected });
    expect(await labelsOf((await stories())['Labelled'])).toEqual(['good']);
    expect((await list<{ name: string }>('teams')).map(({ name }) => name).sort()).toEqual([
      'Engine Room',
      'Fine',
    ]);
  });

  test('that are more labels than a story takes are left out from the 51st, by name, and are not created', async () => {
    const { run, stories, labelsOf, list } = await setUp();
    const names = Array.from({ length: 52 }, (_, number) => `label ${String(number).padStart(2, '0')}`);
    const rows = [
      { id: 1, title: 'Many', labels: names },
      { id: 2, title: 'Same', labels: ['label 00', 'LABEL 00'] },
    ];
    const summary = await run([json(rows), ...intoEng, '--create', 'labels']);
    expect(summary).toMatchObject({ created: 2, refused: 0 });
    expect(summary.warnings).toMatchObject([
      { key: '1', field: 'labels', value: 'label 50', reason: expect.stringMatching(/maximum of 50/) },
      { key: '1', field: 'labels', value: 'label 51' },
    ]);
    const { Many, Same } = await stories();
    expect(await labelsOf(Many)).toEqual(names.slice(0, 50));
    expect(await labelsOf(Same)).toEqual(['label 00']);
    expect(await list('labels')).toHaveLength(50);
  });
});

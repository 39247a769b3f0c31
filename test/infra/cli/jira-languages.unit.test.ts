import { expect, test } from 'vitest';
import { createMapping } from '../../../cli/import/mapping.ts';
import { parseDate } from '../../../cli/import/dates.ts';
import { codeNotes, numberedKey } from '../../../cli/import/numbered-key.ts';
import { presets } from '../../../cli/import/presets/presets.ts';
import { priorityOf } from '../../../cli/import/priority-map.ts';
import { readRows } from '../../../cli/import/read-rows.ts';
import { usualCategory } from '../../../cli/import/status-map.ts';
import { entriesOf, temporaryFile } from './entries-of.ts';

/** One issue and its sub-task, as exported by people who read Jira in these languages. */
const exports = {
  Spanish: {
    columns:
      'Resumen,Clave de incidencia,Tipo de Incidencia,Estado,Nombre del proyecto,Prioridad,Resolución,Persona asignada,Informador,Creada,Resuelta,Etiquetas,Etiquetas,Descripción,Enlace de incidencia saliente (Blocks),Campo personalizado (Fecha de inicio),Comentario,Categoría de estado,Clave principal,Parent summary',
    types: ['Epic', 'Historia', 'Subtarea'],
    values: {
      status: 'Finalizada',
      priority: 'Alta',
      resolution: 'Listo',
      created: '05/ago/26 12:30 AM',
      category: 'Listo',
    },
  },
  German: {
    columns:
      'Zusammenfassung,Vorgangsschlüssel,Vorgangstyp,Status,Projektname,Priorität,Lösung,Zugewiesene Person,Autor,Erstellt,Erledigt,Stichwörter,Stichwörter,Beschreibung,Ausgehende Vorgangsverknüpfung (Blocks),Benutzerdefinierte Felder (Startdatum),Kommentar,Statuskategorie,Übergeordneter Schlüssel,Parent summary',
    types: ['Epic', 'Story', 'Unteraufgabe'],
    values: {
      status: 'Abgenommen',
      priority: 'Hoch',
      resolution: 'Fertig',
      created: '05/Aug/26 12:30 AM',
      category: 'Fertig',
    },
  },
  Polish: {
    columns:
      'Podsumowanie,Klucz zgłoszenia,Typ zgłoszenia,Status,Nazwa projektu,Priorytet,Rozwiązanie,Osoba przypisana,Osoba zgłaszająca,Utworzono,Rozwiązane,Etykiety,Etykiety,Opis,Zewnętrzne łącze do zgłoszenia (Blocks),Pole niestandardowe (Data rozpoczęcia),Komentarz,Kategoria statusu,Klucz nadrzędny,Parent summary',
    types: ['Epik', 'Historia', 'Podzadanie'],
    values: {
      status: 'Odebrane',
      priority: 'Wysoki',
      resolution: 'Gotowe',
      created: '05/sie/26 12:30 AM',
      category: 'Gotowe',
    },
  },
  Japanese: {
    columns:
      '要約,課題キー,課題タイプ,ステータス,プロジェクト名,優先度,解決状況,担当者,報告者,作成日,解決日,ラベル,ラベル,説明,外向き課題リンク (Blocks),カスタム フィールド (開始日),コメント,ステータス カテゴリ,親キー,Parent summary',
    types: ['エピック', 'ストーリー', 'サブタスク'],
    values: {
      status: '受入済み',
      priority: '高',
      resolution: '完了',
      created: '05/8月/26 午前 12:30',
      category: '完了',
    },
  },
};

test.each(Object.entries(exports))(
  'an export of Jira in %s is read as one in English is',
  (_, { columns, types, values }) => {
    const { status, priority, resolution, created, category } = values;
    const row = (key: number, type: string, parent: string, summary: string) =>
      `Name ${key},PAY-${key},${type},${status},Payments,${priority},${resolution},Ada,Bob,${created},${created},web,bug,*Text*,PAY-9,${created},${created};Eve;Hello,${category},${parent},${summary}`;
    const csv = [
      columns,
      row(1, types[0]!, '', ''),
      row(2, types[1]!, 'PAY-1', 'Name 1'),
      row(3, types[2]!, 'PAY-2', 'Name 2'),
    ];
    const at = '2026-08-05T00:30:00.000Z';
    const common = {
      description: '**Text**',
      team: 'Payments',
      status,
      statusCategory: 'completed',
      assignee: 'Ada',
      reporter: 'Bob',
      labels: ['web', 'bug'],
      priority: 'high',
      createdAt: at,
      completedAt: at,
      startDate: at,
      relations: [{ field: 'blocks', key: 'PAY-9' }],
      comments: [{ author: 'Eve', at: created, text: 'Hello' }],
    };
    const entries = entriesOf('jira', 'Jira.csv', csv.join('\n')).map(
      ({ customFields, external, problems, ...entry }) => entry,
    );
    expect(entries).toEqual([
      { ...common, key: 'PAY-1', title: 'Name 1' },
      { ...common, key: 'PAY-2', title: 'Name 2', parent: 'PAY-1', objective: 'Name 1' },
      { ...common, key: 'PAY-3', title: 'Name 3', parent: 'PAY-2' },
    ]);
  },
);

const jiraEntries = (columns: string, ...rows: string[]) =>
  entriesOf('jira', 'Jira.csv', [columns, ...rows].join('\n'));

test('the category and the resolution of an issue say what its status means', () => {
  const entries = jiraEntries(
    'Issue key,Summary,Project name,Status,Status Category,Resolution',
    'PAY-1,One,Pay,Shipped to Mars,Done,Done',
    "PAY-2,Two,Pay,Shipped to Mars,Done,Won't Do",
    'PAY-3,Three,Pay,Parked,In Progress,',
    'PAY-4,Four,Pay,Backlog,To Do,',
    'PAY-5,Five,Pay,Shipped to Mars,,Done',
    'PAY-6,Six,Pay,Parked,,Unresolved',
  );
  expect(entries.map(({ status, statusCategory }) => [status, statusCategory])).toEqual([
    ['Shipped to Mars', 'completed'],
    ['cancelled', 'cancelled'],
    ['Parked', 'started'],
    ['Backlog', 'backlog'],
    ['Shipped to Mars', 'completed'],
    ['Parked', undefined],
  ]);
});

test('an objective is what its own row says is an epic, whatever the type of those below it is called', () => {
  const entries = jiraEntries(
    'Issue key,Issue id,Summary,Project name,Issue Type,Parent,Parent summary,Custom field (Epic Link)',
    'PAY-1,1,Cards,Pay,Epic,,,',
    'PAY-2,2,Pay by card,Pay,Story,1,Cards,',
    'PAY-3,3,Draw it,Pay,Technical task,2,Pay by card,',
    'PAY-4,4,Test it,Pay,Prüfschritt,2,Pay by card,',
    'PAY-5,5,Elsewhere,Pay,Story,99,Other epic,',
    'PAY-6,6,By its link,Pay,Story,,,PAY-1',
  );
  expect(entries.map(({ objective }) => objective)).toEqual([
    undefined,
    'Cards',
    undefined,
    undefined,
    'Other epic',
    'Cards',
  ]);
});

test('issues without a column for their project are those of the code in their keys', () => {
  const [entry] = jiraEntries(
    'Tipo de Incidencia,Clave de incidencia,Resumen,Estado',
    'Historia,CARNICORE-7,Pesar,Finalizada',
  );
  expect(entry).toMatchObject({
    team: 'CARNICORE',
    key: 'CARNICORE-7',
    title: 'Pesar',
    status: 'Finalizada',
  });
});

test('codes that are too long for a team keep the numbers of their stories, and the preview says it', () => {
  const rows = ['CARNICORESTU-7', 'MY_TEAM-2', 'PAY-3', 'pay-4', 'a b-5'].map((key) => ({
    key,
    numbered: numberedKey(key),
  }));
  expect(rows.map(({ numbered }) => numbered)).toEqual([
    { code: 'CARNICORES', number: 7 },
    undefined,
    { code: 'PAY', number: 3 },
    undefined,
    undefined,
  ]);
  expect(codeNotes(rows)).toHaveLength(1);
  expect(codeNotes(rows)[0]).toMatch(/CARNICORESTU .* CARNICORES,/);
});

test('columns that are read by another name can be mapped by the one in the file, and the preview says which they are', () => {
  const file = temporaryFile('Jira.csv', 'Resumen,Clave de incidencia,Módulo\nUno,PAY-1,Caja');
  const { rows, notes } = readRows(file, { preset: presets.jira });
  expect(notes).toEqual([
    'Columns are read by their English names: Resumen is Summary, Clave de incidencia is Issue key.',
  ]);
  const mapping = createMapping(rows, ['title=Resumen', 'team=Módulo'], { preset: presets.jira });
  expect(mapping.title).toMatchObject({ expression: [{ column: 'Summary' }] });
  expect(() => createMapping(rows, ['team=Nada'], { preset: presets.jira })).toThrow(/no column Nada/);
});

test('a file in a language that is not known is refused with the advice to export it in English', () => {
  const file = temporaryFile('Jira.csv', 'Taitl,Kii\nOne,PAY-1');
  const { rows } = readRows(file, { preset: presets.jira });
  expect(() => createMapping(rows, [], { preset: presets.jira })).toThrow(/An export in English/);
});

test('custom fields whose names are in another script have keys of their own', () => {
  const columns = 'Issue key,Summary,Project name,自定义字段 (严重程度),自定义字段 (模块)';
  const [entry] = jiraEntries(columns, 'PAY-1,One,Pay,高,收银');
  const fields = entry!['customFields'] as { column: string; texts: string[] }[];
  expect(fields.map(({ texts }) => texts)).toEqual([['高'], ['收银']]);
  expect(new Set(fields.map(({ column }) => column)).size).toBe(2);
});

test.each([
  ['12/févr./26 3:04 PM', '2026-02-12T15:04'],
  ['3 de mayo de 2026 10:00', '2026-05-03T10:00'],
  ['1er août 2026', '2026-08-01T00:00'],
  ['17/lip/23 11:34 PM', '2023-07-17T23:34'],
  ['05/мар./26', '2026-03-05T00:00'],
  ['11/kvě/26', '2026-05-11T00:00'],
  ['4. elokuuta 2026', '2026-08-04T00:00'],
  ['11/Ağu/26', '2026-08-11T00:00'],
  ['05/八月/26 2:46 下午', '2026-08-05T14:46'],
  ['2026年4月3日', '2026-04-03T00:00'],
  ['2026. 4. 3. 오후 3:04', '2026-04-03T15:04'],
  ['02/ene/26 1:00 a. m.', '2026-01-02T01:00'],
  ['2026.04.03. 15:04', '2026-04-03T15:04'],
  ['5 Lista 2026', undefined],
])('the date %j is %s', (text, day) => {
  expect(parseDate(text)?.slice(0, 16)).toBe(day);
});

test('words of many languages for a status or a priority mean what they mean there', () => {
  const categories = [
    'Zu erledigen',
    'À faire',
    'Em andamento',
    'В работе',
    '已完成',
    '완료',
    'クローズ',
    'Klar',
    'Zrušeno',
    'Nonsense',
  ];
  expect(categories.map((word) => usualCategory(word))).toEqual([
    'unstarted',
    'unstarted',
    'started',
    'started',
    'completed',
    'completed',
    'completed',
    'completed',
    'cancelled',
    undefined,
  ]);
  expect(['Mais alta', 'Élevée', 'Средний', '低', 'None', 'Nonsense'].map(priorityOf)).toEqual([
    'urgent',
    'high',
    'medium',
    'low',
    'none',
    undefined,
  ]);
});

import { matchGroups } from '../../shared/kernel/read-model/match.ts';
import { parseTextQuery } from '../../shared/kernel/words/text-query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadModel } from '../../shared/kernel/read-model/read-model.ts';
import { newTextModel, pepTitles, relevance, searchIn, trackerTexts } from './text-model.ts';
import { pepQueries } from './pep-queries.ts';
import { trackerQueries } from './tracker-queries.ts';

let tracker: ReadModel;
beforeAll(async () => {
  tracker = await newTextModel(trackerTexts());
});
afterAll(() => tracker.close());

test('searches as people write them find what they mean: a mean reciprocal rank of at least 0.85', () => {
  expect(trackerQueries.length).toBeGreaterThanOrEqual(60);
  const { mean, missed } = relevance(tracker, trackerQueries);
  expect(mean, missed.join('\n')).toBeGreaterThanOrEqual(0.85);
});

test('titles that the ranking was not tuned on are found as well', async () => {
  const model = await newTextModel(pepTitles());
  const { mean, missed } = relevance(model, pepQueries);
  expect(mean, missed.join('\n')).toBeGreaterThanOrEqual(0.85);
  model.close();
});

test('a search finds what is named by its reference first, however that is written', async () => {
  const texts = [
    { id: 'named', title: 'Something else', description: 'of no interest', reference: 'ENG-12' },
    { id: 'mentions', title: 'ENG-12', description: 'ENG-12 ENG-12', reference: 'ENG-13' },
  ];
  const model = await newTextModel(texts);
  for (const query of ['ENG-12', 'eng-12', ' ENG-12 '])
    expect(searchIn(model, query)[0], query).toBe('named');
  model.close();
});

test('a search finds words in any form: accents, case, inflections, typing errors, parts of identifiers', async () => {
  const texts = [
    ['1', 'Crème brûlée für ÜBERSTUNDEN', ''],
    ['2', 'Rename readStoryPage and daemon.lock', ''],
    ['3', '東京都の天気予報を表示する', 'ภาษาไทยค้นหาได้'],
    ['4', 'Categories were duplicated', 'in the quarterly report'],
    ['5', 'Ｆｕｌｌｗｉｄｔｈ ﬁnancial Straße', ''],
    ['6', 'The lock of a daemon', ''],
  ].map(([id, title, description]) => ({ id: id!, title: title!, description: description! }));
  const model = await newTextModel(texts);
  const first = (query: string) => searchIn(model, query)[0];
  for (const query of ['creme brulee', 'CRÈME', 'uberstunden', 'über']) expect(first(query), query).toBe('1');
  for (const query of ['readStoryPage', 'story page', 'daemon.lock', '"daemon lock"', 'StoryPa']) {
    expect(first(query), query).toBe('2');
  }
  for (const query of ['天気', '天気予報', '東京', '示する', 'ค้นหา', 'ไทย', '都'])
    expect(first(query), query).toBe('3');
  for (const query of ['category duplicate', 'catgories', 'quartely reports', 'duplicating']) {
    expect(first(query), query).toBe('4');
  }
  for (const query of ['fullwidth', 'financial', 'strasse']) expect(first(query), query).toBe('5');
  expect(searchIn(model, '"daemon lock"')).toEqual(['2']);
  expect(searchIn(model, 'daemon -rename')).toEqual(['6']);
  expect(searchIn(model, 'daemon -"daemon.lock"')).toEqual(['6']);
  expect(searchIn(model, 'nothing-of-this-kind')).toEqual([]);
  model.close();
});

test('a word that one text has thousands of times is indexed fifty times, and its text is found', async () => {
  const texts = [
    { id: 'repeats', title: 'Noise', description: 'lorem '.repeat(5_000) },
    { id: 'other', title: 'Lorem ipsum', description: 'dolor' },
  ];
  const model = await newTextModel(texts);
  const occurrences = model.statement("SELECT cnt FROM vocabulary WHERE term = 'lorem'").get()!['cnt'];
  expect(occurrences).toBe(51);
  expect(searchIn(model, 'lorem').toSorted()).toEqual(['other', 'repeats']);
  expect(searchIn(model, '"lorem lorem lorem"')).toEqual(['repeats']);
  model.close();
});

test('in texts of very many words, typing errors are looked for in the first words of a search only', async () => {
  const many = Array.from({ length: 35_000 }, (_, n) => `m${n.toString(36)}q`).join(' ');
  const parts = many.match(/.{1,30000}(?: |$)/g)!;
  const model = await newTextModel([
    { id: 'a', title: 'Manifest', description: '' },
    { id: 'b', title: 'Calendar', description: '' },
    ...parts.map((description, n) => ({ id: `${n}`, title: 'Words', description })),
  ]);
  const meant = (query: string) => matchGroups(model, parseTextQuery(query)).map((one) => one.relatedTerms);
  expect(meant('manifets calender ')).toEqual([['manifest'], []]);
  expect(meant('calender manifets ')).toEqual([['calendar'], ['manifest']]);
});

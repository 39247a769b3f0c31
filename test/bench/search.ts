/**
 * `npm run bench:search`: how relevant the search is, what it computes for teams of some sizes, and how long the local
 * service takes to find what was just created and to answer its first search. `--smoke` shows that it runs;
 * `-- million` measures only what a team with the quota of a workspace takes, warm and from a snapshot.
 */
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { openModel, packModel, sizeOf } from '../../shared/kernel/read-model/model-file.ts';
import { DEFAULT_QUOTAS } from '../../shared/kernel/api/limits/quotas.ts';
import { parseTextQuery } from '../../shared/kernel/words/text-query.ts';
import { finderOf, snippetOf } from '../../shared/kernel/words/highlight.ts';
import { relatedTermsOf } from '../../shared/kernel/read-model/match.ts';
import { rank } from '../../shared/kernel/read-model/rank.ts';
import type { ReadModel } from '../../shared/kernel/read-model/read-model.ts';
import { heavyQueries, hostileQueries } from '../search/hostile-queries.ts';
import { pepQueries } from '../search/pep-queries.ts';
import { trackerQueries } from '../search/tracker-queries.ts';
import { newTextModel, pepTitles, relevance, textModel, trackerTexts } from '../search/text-model.ts';
import { recordFigure } from './figure-results.ts';
import { measureService } from './search-service.ts';
import { median, quantile } from './statistics.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { smoke: { type: 'boolean', default: false } },
});
if (positionals.includes('million')) {
  const { measureLargeTeam } = await import('./search-million.ts');
  await measureLargeTeam(values.smoke ? 2_000 : DEFAULT_QUOTAS.stories);
  process.exit();
}
const sizes = values.smoke ? [500] : [10_000, 100_000];

const issues = trackerTexts();

/** Stories with the texts of the tracker, each with its own words, as often as asked. */
const stories = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const { title, description } = issues[index % issues.length]!;
    return { id: String(index), title: `${title} ${index}`, description: `${description} item${index}` };
  });

/** Milliseconds that this process has computed: other work on the machine does not count. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const since = (start: number): number => computed() - start;

/** What a search computes apart from reading its results: ranking, and their highlights. */
function answer(model: ReadModel, text: string): number {
  const start = computed();
  const query = parseTextQuery(text);
  const hits = rank(model, query, { level: 'any', limit: 30 });
  const finder = finderOf(query, relatedTermsOf(model, query));
  for (const { id } of hits) {
    const { title, description } = issues[Number(id) % issues.length]!;
    finder.rangesIn(title);
    snippetOf(description, finder);
  }
  return since(start);
}

/** The words that most documents have. */
const commonWords = (model: ReadModel): string[] =>
  model
    .statement('SELECT term FROM vocabulary ORDER BY doc DESC LIMIT 24')
    .all()
    .map(({ term }) => term as string);

const HOSTILE = { seed: 1, numRuns: values.smoke ? 100 : 10_000 };

for (const size of sizes) {
  const texts = stories(size);
  let start = computed();
  const model = await newTextModel(texts);
  const built = since(start);
  for (const [query] of trackerQueries) answer(model, query);
  const times = trackerQueries.map(([query]) => answer(model, query));
  const hostile = fc.sample(hostileQueries, HOSTILE).map((query) => answer(model, query));
  const heavy = heavyQueries(commonWords(model)).map((query) => answer(model, query));
  start = computed();
  const snapshot = await packModel(model);
  const packed = since(start);
  start = computed();
  (await openModel(textModel, 'a team', Readable.from([snapshot])))!.close();
  const opened = since(start);
  const row = {
    stories: size,
    'built s': built / 1000,
    'file MB': sizeOf(model) / 1e6,
    'snapshot MB': snapshot.length / 1e6,
    'snapshot written ms': packed,
    'opened from snapshot ms': opened,
    'query p50 ms': median(times),
    'query p99 ms': quantile(times, 0.99),
    'hostile p99 ms': quantile(hostile, 0.99),
    'hostile max ms': Math.max(...hostile, ...heavy),
  };
  console.table([
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(1))])),
  ]);
  model.close();
}

const tracker = await newTextModel(issues);
const peps = await newTextModel(pepTitles());
const ranks = [relevance(tracker, trackerQueries).mean, relevance(peps, pepQueries).mean];
console.table([
  { set: 'tracker, before tuning', queries: trackerQueries.length, mrr: ranks[0] },
  { set: 'proposals, after tuning', queries: pepQueries.length, mrr: ranks[1] },
]);
tracker.close();
peps.close();

const service = await measureService({
  stories: stories(values.smoke ? 1_000 : 10_000).map(({ title, description }) => ({
    title: title.replaceAll(/\s+/g, ' '),
    description,
  })),
  tries: values.smoke ? 2 : 50,
  starts: values.smoke ? 1 : 7,
});
console.table(
  Object.entries({
    'createStory answered → GET /search finds it': service.search,
    'createStory answered → GET /stories?q= finds it': service.list,
    'first search of a service that has just started': service.first,
    'second one': service.second,
  }).map(([what, times]) => ({
    what,
    'p50 ms': Math.round(median(times)),
    'p99 ms': Math.round(quantile(times, 0.99)),
  })),
);
if (!values.smoke) recordFigure('npm run bench:search', ranks.map((rank) => rank.toFixed(2)).join('; '));

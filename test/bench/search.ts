/** `npm run bench:search`: how relevant the search is, and what it takes for teams of some sizes. */
import { parseArgs } from 'node:util';
import { openModel, packModel, sizeOf } from '../../shared/read-model/model-file.ts';
import { pepQueries } from '../search/pep-queries.ts';
import { trackerQueries } from '../search/tracker-queries.ts';
import {
  newTextModel,
  pepTitles,
  relevance,
  searchIn,
  textModel,
  trackerIssues,
} from '../search/text-model.ts';
import { median, quantile } from './statistics.ts';

const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } });
const sizes = values.smoke ? [500] : [10_000, 100_000];

const issues = trackerIssues();

/** Stories with the texts of the tracker, each with its own words, as often as asked. */
const stories = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const { title, description } = issues[index % issues.length]!;
    return { id: String(index), title: `${title} ${index}`, description: `${description} item${index}` };
  });

const since = (start: number): number => performance.now() - start;

for (const size of sizes) {
  const texts = stories(size);
  let start = performance.now();
  const model = await newTextModel(texts);
  const built = since(start);
  const times = trackerQueries.map(([query]) => {
    const began = performance.now();
    searchIn(model, query);
    return since(began);
  });
  start = performance.now();
  const snapshot = await packModel(model);
  const packed = since(start);
  start = performance.now();
  (await openModel(textModel, 'a team', snapshot))!.close();
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
  };
  console.table([
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(1))])),
  ]);
  model.close();
}

const tracker = await newTextModel(issues);
const peps = await newTextModel(pepTitles());
console.table([
  {
    set: 'tracker, before tuning',
    queries: trackerQueries.length,
    mrr: relevance(tracker, trackerQueries).mean,
  },
  { set: 'proposals, after tuning', queries: pepQueries.length, mrr: relevance(peps, pepQueries).mean },
]);
tracker.close();
peps.close();

import { modelLimits, STORAGE_MIN_MB } from '../../shared/kernel/read-model/model-cache.ts';
import { READ_MIN } from '../../shared/kernel/read-model/snapshots.ts';
import { production } from '../infra/production.ts';
import { seededRandom } from '../support/random.ts';
import { MB_PER_CORE } from './cost-model.ts';
import { listPrices } from './prices.ts';
import { bytesOf, MS, newWorkspace, openingsOf, savingDollars, type ModelPolicy } from './search-models.ts';
import { cumulative, placeIn, sandboxPools } from './search-sandboxes.ts';
import { quantile, sum } from './statistics.ts';

const WORKSPACES = 10_000;
/** How often a workspace searches falls with its rank to this power. */
const ZIPF_EXPONENT = 1;

/** What `npm run cost` counts of a search whose models are open: units, of which some are for each team, and bytes. */
const UNITS = { each: 14, perTeam: 1.5 };
const BYTES = { logged: 700, sent: 2_800 };

interface SearchMixLoad {
  seed: number;
  searches: number;
  policy: ModelPolicy;
}

interface SearchMixOutcome {
  /** The share of searches that open a model at least. */
  cold: number;
  p50: number;
  p99: number;
  /** US dollars for a million searches, with all that they use, and the part that opening models is. */
  dollars: number;
  opening: number;
}

/** What production does, and what it would be without each of what makes opening models cheap or rare. */
export function searchPolicies(): Record<string, ModelPolicy> {
  const { modelStorage: storageMb } = production();
  const { models } = modelLimits(storageMb);
  const today = {
    models,
    storageMb,
    snapshotFrom: READ_MIN,
    bundles: true,
    queriesEachStory: false,
    functions: 1,
  };
  const before = { models: 200, storageMb: STORAGE_MIN_MB, snapshotFrom: 1_000, bundles: false };
  return {
    'as deployed': today,
    'with an object for each snapshot': { ...today, bundles: false },
    'as before: few snapshots, a query for the comments of each story': {
      ...before,
      queriesEachStory: true,
      functions: 1,
    },
    'as deployed, with workspaces divided among 8 functions': { ...today, functions: 8 },
  };
}

/**
 * Simulates searches of whole workspaces, each in a sandbox of its function by chance, as Lambda chooses them; a function
 * has as many of all sandboxes as its workspaces have of all searches. What one has open is decided by the product's limits.
 */
export function simulateSearchMix({ seed, searches, policy }: SearchMixLoad): SearchMixOutcome {
  const random = seededRandom(seed);
  const workspaces = Array.from({ length: WORKSPACES }, () => newWorkspace(random));
  const weights = workspaces.map((_, rank) => 1 / (rank + 1) ** ZIPF_EXPONENT);
  const ranks = cumulative(weights);
  const functions = workspaces.map(() => Math.floor(random() * policy.functions));
  const pools = sandboxPools(policy, functions, weights);
  const latencies = new Float64Array(searches);
  let cold = 0;
  let dollars = 0;
  let opening = 0;
  const search = (number: number): number => {
    const workspace = workspaces[number]!;
    const pool = pools[functions[number]!]!;
    const sandbox = pool[Math.floor(random() * pool.length)]!;
    const missing = workspace.models.filter(
      ({ documents }, at) => !sandbox.use(`${number} ${at}`, bytesOf(documents)),
    );
    const openings = openingsOf(missing, workspace, policy);
    const opened = pool.filter((one) => one.has(`${number} 0`)).length;
    opening += savingDollars(workspace, policy, opened);
    sandbox.evict();
    if (openings.length > 0) cold += 1;
    const computing = sum(openings.map((one) => one.computing)) / CORES;
    const ms = Math.max(0, ...openings.map(({ waiting }) => waiting)) + computing;
    opening += sum(openings.map((one) => one.dollars)) + dollarsOf(ms);
    dollars += warmDollars(workspace.teams);
    return WARM_MS + ms;
  };
  // Half of the searches fill the sandboxes, and are not counted.
  for (let number = -searches; number < searches; number++) {
    if (number === 0) [cold, dollars, opening] = [0, 0, 0];
    const ms = search(placeIn(ranks, random()));
    if (number >= 0) latencies[number] = ms;
  }
  const million = (part: number) => (part / searches) * 1e6;
  return {
    cold: cold / searches,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    dollars: million(dollars + opening),
    opening: million(opening),
  };
}

/** What a search's milliseconds of Lambda cost. */
const dollarsOf = (ms: number): number =>
  (ms / 1_000) * (functionMemory / 1_024) * listPrices.perGigabyteSecond;

const { functionMemory } = production();
/** The share of a core that a function has, and how long a search takes whose models are open. */
const CORES = Math.min(1, functionMemory / MB_PER_CORE);
const WARM_MS = MS.warm + MS.warmComputing / CORES;

/** What a search whose models are open costs, behind the edge. */
function warmDollars(teams: number): number {
  const { perMillionEdgeRequests, perMillionEdgeFunctionRuns, perMillionApiRequests } = listPrices;
  const { perMillionInvocations, perMillionReadUnits, perGigabyteOfLogs, perGigabyteSentByEdge } = listPrices;
  const requests =
    perMillionEdgeRequests + perMillionEdgeFunctionRuns + perMillionApiRequests + perMillionInvocations;
  const units = UNITS.each + UNITS.perTeam * teams;
  const bytes = BYTES.logged * perGigabyteOfLogs + BYTES.sent * perGigabyteSentByEdge;
  return (requests + units * perMillionReadUnits) / 1e6 + bytes / 1e9 + dollarsOf(WARM_MS);
}

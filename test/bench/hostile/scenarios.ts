import { production as productionConfig } from '../../infra/production.ts';
import { simulateDeliveries, type DeliveryLoad } from './deliveries.ts';
import { simulateRequests, type RequestLoad } from './requests.ts';

/** One row: what happens to the quiet tenants. */
interface Scenario {
  name: string;
  p50: number;
  p99: number;
  /** What else the row says. */
  note: string;
}

const production = productionConfig();
/** Executions that an account has by default, of which the REST API keeps half or so. */
const API_CONCURRENCY = 500;

/** The quiet tenants alone, with the hostile one, and without each of what protects them. */
export async function simulateAll({ seed, seconds }: { seed: number; seconds: number }): Promise<Scenario[]> {
  const deliveries = async (name: string, over: Partial<DeliveryLoad>): Promise<Scenario> => {
    const { webhookConcurrency } = production;
    const usual = { isHostile: true, hasSlots: true, isFair: true, isExpandedApart: true };
    const { p50, p99, unsent, hostileLanesMost } = await simulateDeliveries({
      seed,
      seconds,
      webhookConcurrency,
      ...usual,
      ...over,
    });
    return { name, p50, p99, note: `${hostileLanesMost} hostile lanes at most, ${unsent} unsent` };
  };
  const requests = async (name: string, over: Partial<RequestLoad>): Promise<Scenario> => {
    const { rateLimits, throttle } = production;
    const usual = { concurrency: API_CONCURRENCY, isHostile: true, hasLimiter: true };
    const { p50, p99, refused, hostileAdmitted } = await simulateRequests({
      seed,
      seconds,
      rateLimits,
      throttle,
      ...usual,
      ...over,
    });
    const share = `${(100 * refused).toFixed(1)} % refused at the gateway`;
    return { name, p50, p99, note: `${share}, ${hostileAdmitted} hostile requests admitted` };
  };
  const accountDefault = { rate: 10_000, burst: 5_000 };
  return [
    await deliveries('Delivery: quiet tenants alone', { isHostile: false }),
    await deliveries('Delivery: with the hostile tenant', {}),
    await deliveries('Delivery: without slots', { hasSlots: false }),
    await deliveries('Delivery: without slots and fair queue', { hasSlots: false, isFair: false }),
    await deliveries('Delivery: with fan-out in the dispatcher', {
      isExpandedApart: false,
      seconds: Math.min(seconds, 30),
    }),
    await requests('API: quiet tenants alone', { isHostile: false }),
    await requests('API: with the hostile tenant', {}),
    await requests("API: with the gateway's default quota of 10,000", { throttle: accountDefault }),
    await requests('API: without the rate limiter', { hasLimiter: false, seconds: Math.min(seconds, 30) }),
  ];
}

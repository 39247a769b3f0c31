import type { Context } from 'aws-lambda';
import { lambdaPipeline } from '../shared/events/deliveries/lambda-pipeline.ts';
import { sweep } from '../shared/events/deliveries/sweep.ts';
import type { IndexPart } from '../shared/events/webhooks/lane-store.ts';

/** Minimum remaining time of the function to process another lane, in milliseconds. */
const MIN_REMAINING_MS = 5_000;

/**
 * Runs every minute, once for each part of the index that the rule names; returns the number of lanes that had work
 * without a pending message.
 */
export async function handler(event: Partial<IndexPart>, context: Context): Promise<{ woken: number }> {
  const hasTime = () => context.getRemainingTimeInMillis() > MIN_REMAINING_MS;
  const { part = 0, of = 1 } = event;
  return { woken: await sweep(lambdaPipeline(), hasTime, { part, of }) };
}

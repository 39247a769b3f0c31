import type { Context } from 'aws-lambda';
import { lambdaPipeline } from '../shared/deliveries/lambda-pipeline.ts';
import { sweep } from '../shared/deliveries/sweep.ts';

/** Minimum remaining time of the function to process another lane, in milliseconds. */
const MIN_REMAINING_MS = 5_000;

/** Runs every minute; returns the number of lanes that had work without a pending message. */
export async function handler(_event: unknown, context: Context): Promise<{ woken: number }> {
  return {
    woken: await sweep(lambdaPipeline(), () => context.getRemainingTimeInMillis() > MIN_REMAINING_MS),
  };
}

import type { Context } from 'aws-lambda';
import { lambdaPipeline } from '../shared/deliveries/lambda-pipeline.ts';
import { sweep } from '../shared/deliveries/sweep.ts';

/** What must be left of the function's time to look after another lane, in milliseconds. */
const NEEDED = 5_000;

/** Runs every minute, and tells how many lanes had something to do that no message was there for. */
export async function handler(_event: unknown, context: Context): Promise<{ woken: number }> {
  return { woken: await sweep(lambdaPipeline(), () => context.getRemainingTimeInMillis() > NEEDED) };
}

import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';
import { databaseThrough } from '../support/service.ts';

interface CountedPipeline {
  path: TestPipeline;
  /** Its services with a database whose calls the proxy records, from none. */
  counted: WebhookServices;
}

export async function newCountedPipeline(proxy: DynamoDbProxy): Promise<CountedPipeline> {
  const path = await newPipeline();
  const counted = { ...path.pipeline, database: databaseThrough(proxy, path.service) };
  proxy.reset();
  return { path, counted };
}

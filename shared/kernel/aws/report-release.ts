import { jsonCalls } from './json-calls.ts';
import { placeOfFunction } from './place.ts';
import { bytesRequestHandler } from './request-handler.ts';

/** The event by which CodeDeploy asks a function for its verdict on a release. */
export interface ReleaseEvent {
  DeploymentId: string;
  LifecycleEventHookExecutionId: string;
}

/** Whether the event of a function is of CodeDeploy. */
export const isReleaseEvent = (event: object): event is ReleaseEvent =>
  'LifecycleEventHookExecutionId' in event;

const TIMEOUTS = { connectMs: 2_000, requestMs: 10_000 };

/**
 * Reports to CodeDeploy whether a release passed. Without the SDK, which has no client of it here. Throws Error where
 * CodeDeploy does not accept it: after an hour without a verdict, it takes the release back.
 * https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_PutLifecycleEventHookExecutionStatus.html
 */
export async function reportRelease(event: ReleaseEvent, passed: boolean): Promise<void> {
  const place = placeOfFunction('codedeploy', process.env);
  if (!place)
    throw new Error('CodeDeploy cannot be reached from here: AWS_REGION or credentials are missing.');
  const handler = bytesRequestHandler({ ...TIMEOUTS, connections: 1 });
  const body = JSON.stringify({
    deploymentId: event.DeploymentId,
    lifecycleEventHookExecutionId: event.LifecycleEventHookExecutionId,
    status: passed ? 'Succeeded' : 'Failed',
  });
  try {
    const post = jsonCalls('codedeploy', place, handler);
    const { response } = await post('PutLifecycleEventHookExecutionStatus', body, new Date());
    if (response.statusCode === 200) return;
    throw new Error(`CodeDeploy answers ${response.statusCode}: ${Buffer.from(response.body).toString()}`);
  } finally {
    handler.destroy();
  }
}
